"""Every variant of the study of the players' parts changes the settings that the core has."""

from __future__ import annotations

import pytest

from research.parts import ROOT, SETTINGS, VARIANTS, Variant, changed

TEXT = (ROOT / "cpp" / SETTINGS).read_text()


@pytest.mark.parametrize("variant", VARIANTS, ids=[f"{each.agent}, {each.name}" for each in VARIANTS])
def test_a_variant_changes_one_setting(variant: Variant) -> None:
    lines = zip(TEXT.splitlines(), changed(TEXT, variant).splitlines(), strict=True)
    assert sum(old != new for old, new in lines) == len(variant.changes)


def test_a_setting_that_is_gone_is_noticed() -> None:
    with pytest.raises(ValueError, match="0 settings match"):
        changed("", VARIANTS[1])
