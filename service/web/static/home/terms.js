// @ts-check
// The words for what was agreed on at a table: who opens one, joins it or plays there reads the same.
import { learn } from "../frame/language.js";

learn({
  pace: ["Pace", "Tempo"],
  variant: ["Variant", "Variante"],
  seats: ["Seats", "Plätze"],
  seatsTaken: ["{taken} of {all} taken", "{taken} von {all} besetzt"],
  clockStops: ["The clock stops while somebody is on vacation", "Wenn jemand Urlaub macht, steht die Uhr"],
  whileAway: ["Vacations", "Urlaub"],
  aiHelp: ["Help from an AI", "Hilfe von einer KI"],
  noAiHelp: ["Nobody lets an AI help", "Niemand lässt sich von einer KI helfen"],
  held: ["Answers count", "Antworten gelten"],
  heldFor: ["within {span}, after a time drawn by lot", "binnen {span}, nach einer ausgelosten Zeit"],
  share: ["Share", "Teilen"],
});
