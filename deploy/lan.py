"""Local network: this laptop's address on the Wi-Fi and its QR code, for the terminal and for a page."""

import io
import socket

import segno


def address() -> str | None:
    """Return this machine's address on the local network, or None. Nothing is sent."""
    # Connecting a datagram socket only asks the system for its own address. The second try is for a Wi-Fi without
    # internet (no default route); 169.254 and loopback are no addresses for others.
    for target in ("192.0.2.1", "10.255.255.255", "192.168.255.255", "172.31.255.255"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            own: str = probe.getsockname()[0]
            if not own.startswith(("127.", "169.254.", "0.")):
                return own
    return None


def names(lan_address: str) -> list[str]:
    """Return the host names allowed on the network: the address and this machine's own names."""
    own = socket.gethostname().lower()
    short = own.removesuffix(".local")
    return [lan_address, *dict.fromkeys(name for name in (own, f"{short}.local") if name not in ("", "localhost"))]


def in_terminal(url: str) -> str:
    """Return the QR code of ``url`` in block characters."""
    out = io.StringIO()
    segno.make(url, error="m").terminal(out=out, compact=True)
    return out.getvalue()


def as_svg(url: str) -> str:
    """Return the QR code of ``url`` as an inline SVG element, dark on white in either theme."""
    return str(segno.make(url, error="m").svg_inline(scale=8, dark="#000", light="#fff", svgclass="qr", omitsize=True))
