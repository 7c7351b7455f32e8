"""Programs of students who mean no good, or do not know better."""

from __future__ import annotations

HOSTILE: dict[str, tuple[str, str]] = {
    # name: (the body of `evaluate`, what the report says)
    "hang": ("import time\n    time.sleep(60)", "no answer within"),
    "fork": ("import os\n    while True: os.fork()", "not allowed|NotAllowedError: os.fork"),
    "command": ("import os\n    return os.system('true')", "NotAllowedError: os.system"),
    "memory": ("x = bytearray(1 << 33)\n    return 0", "MemoryError"),
    "exit": ("import sys\n    sys.exit(0)", "SystemExit"),
    "leave": ("import os\n    os._exit(7)", "exit code 7"),
    "raise": ("return {}['x']", "line 2: KeyError"),
    "nan": ("return float('nan')", "nan, not a finite number"),
    "text": ("return '1'", "a 'str', not a number"),
    "none": ("return None", "a 'NoneType', not a number"),
    "secrets": ("return len(open('/etc/passwd').read())", "NotAllowedError: open /etc/passwd"),
    "outside": ("open('/tmp/adversario-grade-mark', 'w')\n    return 0", "NotAllowedError: open"),
    "parent": ("import os\n    return len(open(f'/proc/{os.getppid()}/environ').read())",
               "NotAllowedError: open /proc"),
    "network": ("import socket\n    socket.socket()\n    return 0", "NotAllowedError: socket"),
    "large": ("open('x', 'wb').write(bytes(1 << 22))\n    return 0", "File too large"),
    "many": ("[open(f'f{i}', 'w').close() for i in range(99)]\n    return 0",
             "NotAllowedError: open f"),
    "forge": ("import os\n    [os.write(n, b'{\"token\": \"0\", \"answer\": \"1\"}\\n') "
              "for n in range(3, 9) if _open(n)]\n    return 0", "wrote something else"),
    "noise": ("import os\n    [os.write(n, b'x' * 300000) for n in range(3, 9) if _open(n)]\n"
              "    return 0", "wrote something else"),
}  # fmt: skip

TAIL = """

def _open(number):
    import fcntl
    try:
        return fcntl.fcntl(number, fcntl.F_GETFL) & 3 == 1
    except OSError:
        return False
"""


def program(body: str) -> str:
    """A program whose evaluation has that body."""
    return f"def evaluate(game, state, player):\n    {body}\n{TAIL}"
