"""What lies in `deploy/` says nothing to the program that it does not understand."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.house import APP, ROOT

DEPLOY = ROOT / "deploy"
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


@pytest.fixture(scope="module")
def known() -> set[str]:
    help = subprocess.run(
        [sys.executable, *APP, "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(OPTION.findall(help.stdout))


@pytest.mark.parametrize(
    ("file", "line", "used"),
    [
        ("Dockerfile", r"^ENTRYPOINT .*", {"--host", "--port", "--data", "--no-browser"}),
        ("compose.yaml", r"^    command: .*", {"--public-url"}),
        ("mars-table.service", r"^ExecStart=.*", {"--port", "--data", "--no-browser"}),
        ("mars-table.service", r"OPTIONS=.*", {"--wifi-name", "--wifi-password"}),
        ("README.md", r"OPTIONS=.*?'|`[^`]*mars-table --[^`]*`", set()),
    ],
)
def test_every_option_is_one_that_the_program_knows(
    file: str, line: str, used: set[str], known: set[str]
) -> None:
    lines = re.findall(line, (DEPLOY / file).read_text("utf-8"), re.MULTILINE)
    found = {option for one in lines for option in OPTION.findall(one)}
    assert found and used <= found <= known


def test_the_program_and_its_extra_are_called_what_the_files_call_them() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert 'mars-table = "assistant.start:main"' in project
    assert re.search(r"^postgres = \[", project, re.MULTILINE)
    dockerfile = (DEPLOY / "Dockerfile").read_text("utf-8")
    (lock,) = re.findall(r"--require-hashes --requirement /src/(\S+)", dockerfile)
    assert "psycopg==" in (ROOT / lock).read_text("utf-8")
    assert '["/mars-table/bin/mars-table",' in dockerfile


def test_only_the_proxy_is_reached_from_outside_and_nobody_runs_as_root() -> None:
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    services = dict(re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", compose, re.MULTILINE))
    assert [name for name, said in services.items() if "ports:" in said] == ["proxy"]
    assert set(services) == {"app", "database", "proxy"}
    dockerfile = (DEPLOY / "Dockerfile").read_text("utf-8")
    assert dockerfile.index("\nUSER table") < dockerfile.index("\nENTRYPOINT")
    assert "DynamicUser=yes" in (DEPLOY / "mars-table.service").read_text("utf-8")


def test_the_health_of_a_container_is_asked_where_the_program_answers() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text("utf-8")
    (port,) = set(re.findall(r"127\.0\.0\.1:(\d+)/healthz", dockerfile))
    assert f'"--port", "{port}"' in dockerfile
    assert f"port {port}" in (DEPLOY / "Caddyfile").read_text("utf-8")
