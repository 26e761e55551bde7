// Turning web push on in this browser: asks the browser, then tells the server where it can be reached.

const box = document.querySelector("[data-push]");
const said = box?.querySelector("[data-push-said]");
const button = box?.querySelector("[data-push-on]");

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

const called = () => {
  const agent = navigator.userAgent;
  const name = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((one) => agent.includes(one)) ?? "";
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS X", "Linux"].find((one) => agent.includes(one)) ?? "";
  return [name === "Edg" ? "Edge" : name === "OPR" ? "Opera" : name, system].filter(Boolean).join(", ");
};

const tell = async (subscription) => {
  const answer = await fetch(box.dataset.push, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": box.dataset.csrf },
    body: JSON.stringify({ ...subscription.toJSON(), browser: called() }),
  });
  if (!answer.ok) throw new Error(String(answer.status));
};

const turnOn = async () => {
  if ((await Notification.requestPermission()) !== "granted") {
    said.textContent = said.dataset.denied;
    return;
  }
  try {
    const worker = await navigator.serviceWorker.ready;
    const key = bytes(box.dataset.key);
    await tell(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    location.reload();
  } catch {
    said.textContent = said.dataset.failed;
  }
};

const begin = async () => {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
    said.textContent = said.dataset.none;
    return;
  }
  const worker = await navigator.serviceWorker.getRegistration();
  const there = Notification.permission === "granted" ? await worker?.pushManager.getSubscription() : null;
  if (there) {
    said.textContent = said.dataset.done;
    await tell(there).catch(() => {}); // a browser may have been given a new address meanwhile
    return;
  }
  button.hidden = false;
  button.addEventListener("click", turnOn);
};

if (box) begin();
