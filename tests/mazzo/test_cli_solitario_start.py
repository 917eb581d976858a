"""Solitario starts without what only the other game needs."""

import subprocess
import sys


def test_the_table_of_solitario_opens_without_numpy():
    code = "import sys, mazzo.cli.solitario, mazzo.cli.solitario_terminal; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
