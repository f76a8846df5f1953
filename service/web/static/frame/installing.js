// @ts-check
// The part of the account page about the home screen: what lies there opens like an app, and on an iPhone only that may notify.
import { html, nothing } from "../vendor/lit-html.js";
import { installOffer, takeOffer, tellOfOffer } from "./install-offer.js";
import { learn, say } from "./language.js";

learn({
  homeScreen: ["On the home screen", "Auf den Startbildschirm"],
  homeScreenLead: [
    "Add Siegelpost to your home screen, and it opens like an app, without the address bar.",
    "Leg Siegelpost auf den Startbildschirm, dann öffnet es sich wie eine App, ohne Adresszeile.",
  ],
  homeScreenApple: [
    "In Safari: tap “Share” (the square with the arrow), then “Add to Home Screen”. Only from there may an iPhone or iPad notify you.",
    "In Safari: Tippe auf „Teilen“ (das Quadrat mit dem Pfeil), dann auf „Zum Home-Bildschirm“. Nur von dort darf ein iPhone oder iPad dich benachrichtigen.",
  ],
  homeScreenMenu: [
    "In your browser's menu (three dots or lines) choose “Add to home screen” or “Install app”.",
    "Wähle im Menü deines Browsers (drei Punkte oder Striche) „Zum Startbildschirm hinzufügen“ oder „App installieren“.",
  ],
  homeScreenDo: ["Put it there", "Dorthin legen"],
});

const isTelephone = () => matchMedia("(pointer: coarse)").matches;
const isInstalled = () => matchMedia("(display-mode: standalone)").matches;
const isApple = () => "standalone" in navigator;

export class Installing {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    tellOfOffer(draw);
  }

  /** @returns {import("../types.js").View} */
  render() {
    if (isInstalled() || (!installOffer() && !isTelephone())) return nothing;
    return html`<section class="sheet" aria-labelledby="home-screen"><h2 id="home-screen">${say("homeScreen")}</h2><p>${say("homeScreenLead")}</p>
      ${installOffer() ? html`<p><button type="button" @click=${() => this.install()}>${say("homeScreenDo")}</button></p>`
        : html`<p>${say(isApple() ? "homeScreenApple" : "homeScreenMenu")}</p>`}</section>`;
  }

  install() {
    takeOffer();
    this.draw();
  }
}
