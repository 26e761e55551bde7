"""Icons: ``python -m tests.icons`` renders ``static/icons/*.png`` with a real browser.

The maskable one fills its square, with the sign inside the middle four fifths that every launcher's mask leaves.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.suite import find_browser

GREEN = "#0f2f26"
HERE = Path(__file__).resolve().parent.parent / "static"
DRAWN = {"icon-192": (192, False), "icon-512": (512, False), "maskable-512": (512, True), "apple-180": (180, True)}
"""File -> (pixels, whether it fills its square)."""


def main() -> None:
    sign = (HERE / "icon.svg").read_text(encoding="utf-8")
    (HERE / "icons").mkdir(exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        for name, (size, full) in DRAWN.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            inner = round(size * 0.74) if full else size
            ground = GREEN if full else "transparent"
            page.set_content(
                f"<style>html,body{{margin:0;height:100%;background:{ground};display:grid;place-items:center}}"
                f"svg{{width:{inner}px;height:{inner}px;display:block}}</style>{sign}"
            )
            page.screenshot(path=HERE / "icons" / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
