"""The site as an app: a manifest with icons that are there, and a page of ours where there is no network."""

from __future__ import annotations

import json
import struct


def test_without_a_network_the_app_says_so_and_comes_back(site):
    visitor = site.visitor("traveller", phone=True, service_workers="allow")
    visitor.tolerate("ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|net::")  # the cut line
    visitor.goto("/")
    visitor.page.evaluate("navigator.serviceWorker.ready.then((found) => found.active !== null)")
    visitor.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    visitor.context.set_offline(True)
    visitor.page.goto("/games/")
    visitor.page.get_by_role("heading", name="No network").wait_for()
    assert visitor.page.locator("main.wrap").evaluate("main => getComputedStyle(main).display") != ""
    green = visitor.page.locator(".masthead").evaluate("head => getComputedStyle(head).backgroundColor")
    assert green != "rgba(0, 0, 0, 0)", "the style sheet is not there without a network"
    visitor.context.set_offline(False)
    visitor.page.get_by_role("link", name="Try again").click()
    visitor.page.get_by_role("heading", name="Games", level=1).wait_for()


def test_nothing_personal_is_kept(site, cast):
    visitor = site.visitor("anna", user=cast.anna, service_workers="allow")
    visitor.goto("/settings/")
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    kept = visitor.page.evaluate(
        """async () => {
            const found = [];
            for (const name of await caches.keys())
                for (const request of await (await caches.open(name)).keys())
                    found.push([new URL(request.url).pathname, await (await caches.match(request)).text()]);
            return found;
        }"""
    )
    assert {path for path, _ in kept} >= {"/offline/"}
    assert all("anna" not in text.lower() and "csrf" not in text for _, text in kept)


def test_the_icons_of_the_manifest_have_the_size_that_it_says(site):
    visitor = site.visitor("visitor", language="it")
    manifest = visitor.context.request.get("/app.webmanifest", headers={"Accept-Language": "it"})
    data = json.loads(manifest.text())
    assert (data["lang"], data["start_url"], data["display"]) == ("it", "/", "standalone")
    for icon in data["icons"]:
        answer = visitor.context.request.get(icon["src"])
        assert answer.status == 200 and answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert f"{width}x{height}" == icon["sizes"]
    assert {icon.get("purpose") for icon in data["icons"]} >= {"any", "maskable"}
