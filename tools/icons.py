"""Draw the icons of the installed table as PNG files from ``icon.svg``, with chromium: ``python tools/icons.py``."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parent.parent / "src" / "mazzo" / "web" / "static"
SIZES = (192, 512)
CHROMIUM = "/usr/bin/chromium"


def main() -> None:
    """Write one file for each size."""
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{drawing}"
            )
            page.screenshot(path=STATIC / f"icon-{size}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
