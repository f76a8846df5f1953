// @ts-check
// Signs in with a passkey, or makes one: asks the browser, and sends its answer with the page's form, which stays hidden where
// there are no passkeys. Everything goes as base64url.
import { b64, unb64 } from "../sealing/seal.js";

const form = document.getElementById("passkey");
const failed = document.getElementById("passkey-failed");

/** @param {HTMLFormElement} form @param {string} name @param {ArrayBuffer | null} value */
function fill(form, name, value) {
  const field = Object.assign(document.createElement("input"), { type: "hidden", name, value: value ? b64(new Uint8Array(value)) : "" });
  form.append(field);
}

/** The page's words about a new passkey, for the browser. @param {DOMStringMap} said @param {Uint8Array<ArrayBuffer>} challenge */
const wish = (said, challenge) => ({
  challenge,
  rp: { id: said["party"] ?? "", name: "Siegelpost" },
  user: { id: unb64(said["handle"] ?? ""), name: said["account"] ?? "", displayName: said["person"] ?? "" },
  pubKeyCredParams: (said["algorithms"] ?? "").split(" ").map((alg) => ({ type: /** @type {const} */ ("public-key"), alg: Number(alg) })),
  excludeCredentials: (said["known"] ?? "").split(" ").filter(Boolean).map((id) => ({ type: /** @type {const} */ ("public-key"), id: unb64(id) })),
  authenticatorSelection: { residentKey: /** @type {const} */ ("required"), requireResidentKey: true, userVerification: /** @type {const} */ ("required") },
});

/** @param {HTMLFormElement} form */
async function answer(form) {
  const said = form.dataset;
  const challenge = unb64(String(new FormData(form).get("challenge")));
  const found = said["handle"]
    ? await navigator.credentials.create({ publicKey: wish(said, challenge) })
    : await navigator.credentials.get({ publicKey: { challenge, rpId: said["party"] ?? "", userVerification: "required" } });
  if (!(found instanceof PublicKeyCredential)) throw new TypeError("no passkey");
  fill(form, "id", found.rawId);
  fill(form, "client", found.response.clientDataJSON);
  if (found.response instanceof AuthenticatorAttestationResponse) fill(form, "proof", found.response.attestationObject);
  if (found.response instanceof AuthenticatorAssertionResponse) {
    fill(form, "proof", found.response.authenticatorData);
    fill(form, "signature", found.response.signature);
    fill(form, "owner", found.response.userHandle);
  }
}

if (form instanceof HTMLFormElement && failed && "PublicKeyCredential" in window) {
  form.hidden = false;
  document.getElementById("passkey-unknown")?.remove();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    failed.hidden = true;
    answer(form).then(() => form.submit(), () => { failed.hidden = false; }); // submit() sends no second "submit"
  });
}
