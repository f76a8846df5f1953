"""Lines of a text are those of the standard library, whether they are broken or fit."""

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from engine.kit.text.phrases import wrapped

WORDS = st.text(alphabet="ab-\u00a0 \t\nüß—", max_size=60)
INDENTS = st.sampled_from(["", "- ", "  ", "[12] "])


@given(text=WORDS, width=st.integers(8, 40), first=INDENTS, rest=INDENTS, hyphens=st.booleans(), words=st.booleans())
def test_it_breaks_as_the_standard_library(
    text: str, width: int, first: str, rest: str, hyphens: bool, words: bool
) -> None:
    broken = textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=hyphens, break_long_words=words
    )
    assert wrapped(text, width, first, rest, hyphens=hyphens, words=words) == broken
