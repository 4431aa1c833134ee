"""What Safari lacks is done without: nothing is offered that does nothing, nothing breaks."""

from __future__ import annotations

from tests.house import House
from tests.webkit.conftest import IPhone


def test_no_buzzing_is_offered_where_nothing_can_buzz(house: House, iphone: IPhone) -> None:
    with house.open_table().sit("red") as group:
        iphone.open(f"{house.url}/t/{group.code}/mine/{group.tokens['red']}")
        assert iphone.driver.execute_script("return !navigator.vibrate")
        iphone.tap('[data-open="sheet"]')
        iphone.see("#sheet [data-size-set]")
        assert iphone.driver.execute_script("return !document.querySelector('[data-buzz-set]')")
