// @ts-check
// What standing orders say, in sentences: for each game the parts of its orders that the web table offers, in this order. A part is
// a member of the game's schema of orders (GET /v1/rules/{rules}); what kind of form it gets follows from that schema.

/** @type {Record<string, string[]>} */
export const PARTS = {
  "packet-row": ["ask", "else", "last", "last_else", "final"],
  "anno-1701": ["trades", "reject", "demand", "lodge"],
  seafarers: ["roll", "trades", "decline", "gold", "discard", "special"],
};

/** By `o.<game>.<part>`, and with the value behind it where one of several is chosen; `unset` is what holds without orders. */
export const ORDERS = /** @type {Record<string, [en: string, de: string]>} */ ({
  ordersLead: [
    "What you say here answers for you, at once or while you are away, until you change it. Nobody else can read it before it has answered.",
    "Was du hier sagst, antwortet für dich, sofort oder während du weg bist, bis du es änderst. Niemand sonst kann es lesen, bevor es geantwortet hat.",
  ],
  ordersElsewhere: [
    "You have set standing orders on another device or in a program. What you set here takes their place.",
    "Du hast auf einem anderen Gerät oder in einem Programm Anweisungen gegeben. Was du hier sagst, tritt an ihre Stelle.",
  ],
  ordersStand: ["Your standing orders are in force.", "Deine Anweisungen gelten."],
  ordersNone: ["You have no standing orders.", "Du hast keine Anweisungen gegeben."],
  ordersTry: ["Try it", "Ausprobieren"],
  ordersSet: ["Set this", "So soll es gelten"],
  ordersEnd: ["End my standing orders", "Meine Anweisungen beenden"],
  ordersWould: ["It would answer now: {words}.", "Das würde jetzt antworten: {words}."],
  ordersIdle: ["It can be set. Nothing that is asked of you now would be answered by it.", "Das geht. Was jetzt von dir gefragt ist, beantwortet es nicht."],
  ordersNever: ["This can never happen in this match.", "Dazu kann es in dieser Partie nie kommen."],
  ordersKept: ["{n} rules that only a program can show stay as they are.", "{n} Regeln, die nur ein Programm zeigen kann, bleiben, wie sie sind."],
  ordersDropKept: ["Drop them", "Weglassen"],
  ordersAdd: ["Add", "Hinzufügen"],
  ordersAddTrade: ["Add a trade", "Handel hinzufügen"],
  ordersUp: ["{name}: earlier", "{name}: weiter nach vorn"],
  ordersRemove: ["Remove {name}", "{name} streichen"],
  ordersGive: ["I give at most", "Ich gebe höchstens"],
  ordersTake: ["for at least", "für mindestens"],
  ordersTrade: ["at most {give} for at least {take}", "höchstens {give} für mindestens {take}"],
  ordersNothing: ["nothing yet", "noch nichts"],
  ordersWhat: ["Choose …", "Auswählen …"],

  "o.packet-row.ask": ["When I am asked, I take the first of these that is there and that I can pay", "Werde ich gefragt, nehme ich davon das Erste, was da ist und was ich zahlen kann"],
  "o.packet-row.else": ["If none of them can be had", "Ist davon nichts zu haben"],
  "o.packet-row.else.unset": ["ask me", "frag mich"],
  "o.packet-row.else.decline": ["decline", "lehne ab"],
  "o.packet-row.last": ["When all others have a card, I take the first of these", "Haben alle anderen schon eine Karte, nehme ich davon das Erste"],
  "o.packet-row.last_else": ["If none of them can be had then", "Ist davon dann nichts zu haben"],
  "o.packet-row.last_else.unset": ["ask me", "frag mich"],
  "o.packet-row.last_else.pass": ["pass", "passe"],
  "o.packet-row.final": ["In the last contract round", "In der letzten Vertragsrunde"],
  "o.packet-row.final.unset": ["fulfil what brings most", "erfülle, was am meisten bringt"],
  "o.packet-row.final.wait": ["ask me", "frag mich"],

  "o.anno-1701.trades": ["Offers that I accept", "Angebote, die ich annehme"],
  "o.anno-1701.reject": ["I reject every offer that asks for", "Ich lehne jedes Angebot ab, das eines davon verlangt"],
  "o.anno-1701.demand": ["With a trade advantage I demand", "Bei einem Handelsvorteil fordere ich"],
  "o.anno-1701.demand.unset": ["as if I said nothing", "wie ohne Anweisung"],
  "o.anno-1701.demand.ask": ["ask me", "frag mich"],
  "o.anno-1701.demand.decline": ["nothing", "nichts"],
  "o.anno-1701.demand.most-plentiful": ["what the other has most of", "was der andere am meisten hat"],
  "o.anno-1701.lodge": ["A lodge of mine on the turn of the other", "Meine Loge im Zug des anderen"],
  "o.anno-1701.lodge.unset": ["is not used", "wird nicht genutzt"],
  "o.anno-1701.lodge.ask": ["ask me", "frag mich"],

  "o.seafarers.roll": ["I roll at once, even where I could play a card before", "Ich würfle sofort, auch wenn ich vorher eine Karte spielen könnte"],
  "o.seafarers.trades": ["Offers that I accept", "Angebote, die ich annehme"],
  "o.seafarers.decline": ["I decline every other offer", "Alle anderen Angebote lehne ich ab"],
  "o.seafarers.gold": ["At the gold river I take, in this order", "Am Goldfluss nehme ich, in dieser Reihenfolge"],
  "o.seafarers.discard": ["At a seven I give up first", "Bei einer Sieben gebe ich zuerst ab"],
  "o.seafarers.special": ["In the special building phase", "In der besonderen Bauphase"],
  "o.seafarers.special.unset": ["ask me", "frag mich"],
  "o.seafarers.special.pass": ["I build nothing", "baue ich nichts"],

  "t.wood": ["wood", "Holz"],
  "t.brick": ["brick", "Lehm"],
  "t.grain": ["grain", "Getreide"],
  "t.wool": ["wool", "Wolle"],
  "t.ore": ["ore", "Erz"],
  "t.N": ["food", "Nahrung"],
  "t.T": ["cloth", "Tuch"],
  "t.H": ["wood", "Holz"],
  "t.Z": ["bricks", "Ziegel"],
  "t.W": ["tools", "Werkzeug"],
  "t.G": ["gold", "Gold"],
});
