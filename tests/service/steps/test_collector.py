"""What the collector spares, and what it still finds."""

import subprocess
import sys

PROGRAM = """
import gc, weakref
from service.processes.starting import NEW_OBJECTS, spare_the_program

class Ring:
    def __init__(self):
        self.itself = self

lasting = Ring()
spare_the_program()
assert not any(one is lasting for one in gc.get_objects()), "what lived before is looked through again and again"

gone = weakref.ref(Ring())
assert gone() is not None, "only the collector can find a ring"
filling = [[] for _ in range(2 * NEW_OBJECTS)]
assert gone() is None, "what became garbage later is never found"
assert lasting.itself is lasting
"""


def test_what_lives_already_is_spared_and_later_garbage_is_found() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
