"""Measurements, not tests: `python -m bench` takes them all, `python -m bench NAME …` some.

Each figure stands beside a floor of the same run, what this machine can do at best, and the ratio
of the two is what to watch: it is about the same on a Raspberry Pi.
"""
