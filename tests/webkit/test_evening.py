"""A short evening on an iPhone: from the join page to production, nothing cut off on the way."""

from __future__ import annotations

from tests.house import House
from tests.webkit.conftest import IPhone

HELION, INTERPLANETARY, ECOLINE = 211, 217, 209
MICROPROCESSORS = 163


def type_number(iphone: IPhone, number: int) -> None:
    for digit in str(number):
        iphone.see(f'[data-key="{digit}"]').click()


def test_a_short_evening(house: House, iphone: IPhone) -> None:
    """Join, corporation, pick, lock, reveal, card, take back, reload, action, production."""
    faults = []
    with house.open_table(help="cards").sit("blue", "green") as group:
        olena, taras = group.phone("blue"), group.phone("green")

        # Join
        iphone.open(f"{house.url}/t/{group.code}")
        faults += iphone.measure("join")
        iphone.tap("#sit-red")
        iphone.see('#join input[name="name"]').send_keys("Ann")
        iphone.tap("#sit")
        iphone.see("#lobby-red", "Ann")
        olena.wait_for(lambda view: "red" in view["seats"])
        with group.host() as host:
            host.must("begin")

        # Corporation, by its number
        iphone.see("[data-pad]")
        faults += iphone.measure("corporations")
        type_number(iphone, HELION)
        iphone.see("[data-look=card]", "Helion")
        faults += iphone.measure("corporation")
        iphone.tap("#play-it")
        olena.must("choose_corporation", number=INTERPLANETARY)
        taras.must("choose_corporation", number=ECOLINE)

        # Pick and lock; the others do, and the cards turn
        iphone.tap("#phase-1")
        faults += iphone.measure("pick")
        iphone.tap("#lock")
        iphone.see("#peek")
        faults += iphone.measure("locked")
        olena.must("pick_phase", phase=3)
        taras.must("pick_phase", phase=4)
        iphone.see('[data-dismiss="reveal"]')
        faults += iphone.measure("reveal")
        iphone.tap('[data-dismiss="reveal"]')

        # A card, looked at, paid, taken back; half a number survives a reload
        type_number(iphone, MICROPROCESSORS)
        iphone.see("[data-look=card]", "Microprocessors")
        faults += iphone.measure("card")
        iphone.tap("#play-it")
        olena.wait_for(lambda view: view["seats"]["red"]["cards"])
        faults += iphone.measure("card played")
        iphone.tap("#take-back-tool")
        olena.wait_for(lambda view: not view["seats"]["red"]["cards"])
        iphone.reload()
        iphone.see("[data-pad]")
        iphone.tap("#done")
        for phone in (olena, taras):
            phone.must("done")

        # A standard action
        iphone.see("#now-phase-3")
        faults += iphone.measure("action")
        have = olena.wait_for(lambda view: view["phase"] == 3)["seats"]["red"]["mc"]
        iphone.tap("#act-temperature_mc")
        view = olena.wait_for(lambda view: view["planet"]["temperature"] == -28)
        assert view["seats"]["red"]["mc"] == have - 14
        for name in ("mat", "table", "story"):
            iphone.tap(f"#tab-{name}")
            iphone.see(f"#panel-{name}")
            faults += iphone.measure(name)
        iphone.tap("#tab-now")
        iphone.tap("#done")
        for phone in (olena, taras):
            phone.must("done")

        # Production
        iphone.see("#now-phase-4")
        faults += iphone.measure("production")
        have = olena.wait_for(lambda view: view["phase"] == 4)["seats"]["red"]["mc"]
        iphone.tap("#done")
        olena.wait_for(lambda view: view["seats"]["red"]["mc"] > have)
    assert faults == []
