// @ts-check
// What standing orders say, in sentences: the parts that the web table offers, in this order, where the rules of a match have them.
// A part is a member of the schema of orders (GET /v1/rules/{rules}); what kind of form it gets follows from that schema.

export const PARTS = ["roll", "ask", "else", "last", "last_else", "final", "trades", "decline", "reject", "demand", "lodge", "gold", "discard", "special"];

/** By `o.<part>`, and with the value behind it where one of several is chosen; `unset` is what holds without orders. */
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

  "o.ask": ["When I am asked, I take the first of these that is there and that I can pay", "Werde ich gefragt, nehme ich davon das Erste, was da ist und was ich zahlen kann"],
  "o.else": ["If none of them can be had", "Ist davon nichts zu haben"],
  "o.else.unset": ["ask me", "frag mich"],
  "o.else.decline": ["decline", "lehne ab"],
  "o.last": ["When all others have a card, I take the first of these", "Haben alle anderen schon eine Karte, nehme ich davon das Erste"],
  "o.last_else": ["If none of them can be had then", "Ist davon dann nichts zu haben"],
  "o.last_else.unset": ["ask me", "frag mich"],
  "o.last_else.pass": ["pass", "passe"],
  "o.final": ["In the last contract round", "In der letzten Vertragsrunde"],
  "o.final.unset": ["fulfil what brings most", "erfülle, was am meisten bringt"],
  "o.final.wait": ["ask me", "frag mich"],

  "o.trades": ["Offers that I accept", "Angebote, die ich annehme"],
  "o.reject": ["I reject every offer that asks for", "Ich lehne jedes Angebot ab, das eines davon verlangt"],
  "o.demand": ["With a trade advantage I demand", "Bei einem Handelsvorteil fordere ich"],
  "o.demand.unset": ["as if I said nothing", "wie ohne Anweisung"],
  "o.demand.ask": ["ask me", "frag mich"],
  "o.demand.decline": ["nothing", "nichts"],
  "o.demand.most-plentiful": ["what the other has most of", "was der andere am meisten hat"],
  "o.lodge": ["A lodge of mine on the turn of the other", "Meine Loge im Zug des anderen"],
  "o.lodge.unset": ["is not used", "wird nicht genutzt"],
  "o.lodge.ask": ["ask me", "frag mich"],

  "o.roll": ["I roll at once, even where I could play a card before", "Ich würfle sofort, auch wenn ich vorher eine Karte spielen könnte"],
  "o.decline": ["I decline every other offer", "Alle anderen Angebote lehne ich ab"],
  "o.gold": ["At the gold river I take, in this order", "Am Goldfluss nehme ich, in dieser Reihenfolge"],
  "o.discard": ["At a seven I give up first", "Bei einer Sieben gebe ich zuerst ab"],
  "o.special": ["In the special building phase", "In der besonderen Bauphase"],
  "o.special.unset": ["ask me", "frag mich"],
  "o.special.pass": ["I build nothing", "baue ich nichts"],

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
