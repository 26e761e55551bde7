// Passkeys: allauth's own scripts talk to the device; this one says what went wrong, in the page's words.

const show = (what, hidden) => {
  for (const note of document.querySelectorAll(`[data-passkey-${what}]`)) note.hidden = hidden;
};

if (!window.isSecureContext || !window.PublicKeyCredential) {
  show("missing", false);
  for (const button of document.querySelectorAll("#passkey")) button.disabled = true;
}
document.addEventListener("allauth.error", (event) => {
  event.preventDefault(); // it would go to the console only
  show("failed", false);
});
document.addEventListener("click", (event) => event.target.closest("#passkey") && show("failed", true));
