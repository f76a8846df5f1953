// Tells the server the newcomer's time zone, so that times in mails are right. Without scripts it stays that of whoever invited.
const zone = document.getElementById("zone");
if (zone instanceof HTMLInputElement) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
