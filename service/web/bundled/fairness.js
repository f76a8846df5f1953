import{html as e}from"./app.js";import{lang as a,say as s}from"./app.js";async function h(n){let t=(l[a()]??r)();document.title=`${s("fairness")} \xB7 Siegelpost`,n.show(e`<article class="narrow prose">${t}</article>`)}var r=()=>e`
  <h1>What you can check for yourself, and what you have to trust</h1>
  <p class="lead">You play here with people whom you do not see, on a computer that is not yours. This page says in five minutes what you
    can check yourself and what remains our word.</p>

  <h2>What is sealed</h2>
  <p>When everybody chooses at the same time, your card gets a seal: a checksum made of the card and of a long random number. The seal
    binds you, because no other card fits it. And it tells nothing, because nobody can guess the random number. Only when the seals of
    all players stand in the log are the cards turned over, and then everybody sees whether they fit.</p>

  <h2>Who could know your card, and when</h2>
  <dl class="who">
    <dt>The other players</dt><dd>Not before all cards are turned over.</dd>
    <dt>Our server, usually</dt><dd>For the moment in which it checks that your move is allowed. Then the card lies in a locked box until
      all have sealed. That we do not look into it is our word.</dd>
    <dt>Our server, if you keep the card yourself</dt><dd>Not before all have sealed. Tick “Keep my card in this browser” when you choose;
      some tables demand it. The price: you have to come back once to turn it over.</dd>
    <dt>Cards that nobody has drawn</dt><dd>Our server knows them while the match runs, as a dealer could. When it is over, everybody may
      see all of them.</dd>
  </dl>

  <h2>What chance is made of</h2>
  <p>Before anybody sits down, the server draws a random number and writes its seal into the first line of the log, so it cannot exchange
    it later. Players add random numbers of their own, sealed in the same way; at these tables your browser does it by itself, unless it is too old. Cards and dice follow from all of these numbers together, and
    at the end they are published: then anybody can work out every card and every die again.</p>
  <p>If nobody but us gave a number, we could have chosen ours for the cards that come of it. Some matches add a number that a
    public source draws after all players have committed themselves; then nobody can choose, but for one case that stands below. “Verify this match” says with every match what
    is not proved of its deal.</p>

  <h2>What proves what</h2>
  <dl class="who">
    <dt>The log</dt><dd>Every step of a match is an entry, signed by the server and chained to the entry before it. Change one and no later one
      fits any more. We alone could write a whole other log, because we have the key. The next three are what would contradict it.</dd>
    <dt>Your receipts</dt><dd>For each of your moves the server signs a receipt, and your browser keeps it. If the log says
      anything else later, the receipt proves it, even to a stranger. Beside it stands the state of our log of all matches: two players
      who compare theirs find out whether they were shown the same.</dd>
    <dt>Your mails</dt><dd>Each names the log's last entry and its checksum. If an entry is changed later, the old mail
      contradicts it. So keep the mails.</dd>
    <dt>Witnesses</dt><dd>Where the operator has any, independent computers sign that they saw the same log as you. Then nobody can be shown
      another one.</dd>
  </dl>

  <h2>What remains our word</h2>
  <ul>
    <li>That we do not look into boxes that we keep, and tell nobody what we know.</li>
    <li>That we do not lose a move on purpose before you have a receipt for it. A move without a receipt proves nothing.</li>
    <li>The deal, where no public source took part and fewer than two players gave a number. And, without such a source, that the last player to sit
      down is not in league with us.</li>
    <li>With a public source: that the last player sat down when the log says so. If he is in league with us and we know all numbers, we
      could have waited for a deal that we like. A mail from between that moment and the deal leaves us no choice.</li>
    <li>That a match which was called off before the cards were dealt was not given up because somebody already knew the deal.</li>
    <li>That a player whom the log calls silent was silent, that a box which did not open could not be opened, and that standing orders which gave no
      answer were asked, and that an answer which the log calls overtaken had become impossible. A player who has a receipt, or the card with its random number, can prove the contrary.</li>
    <li>That a player really did what nobody has a receipt for, giving up included, unless the player's own device signs each move.</li>
    <li>That players whose devices do not sign agreed, when another player's seat got a new key because the table agreed.</li>
    <li>Who sits behind a name, and that two seats are not one person.</li>
    <li>The time, where no receipt says it: the clock is ours.</li>
    <li>That everybody sees the same match, until two players compare their mails or a witness has signed.</li>
  </ul>

  <h2>How you check it</h2>
  <ol>
    <li>Every table has “Verify this match” in its menu, “Match”. Your browser fetches the log and compares it with your receipts and
      with everything it has seen before. It takes a second.</li>
    <li>There you can also paste a mail.</li>
    <li>That page comes from us. If you would rather not rely on it, save the log and your receipts there, and check both with the program
      <code>siegelpost verify</code> on a computer of your own. It also plays the whole match again.</li>
    <li>If you play on several devices, receipts lie where you moved. <a href="/kept">What this browser keeps</a> can be saved as a file and
      read in elsewhere.</li>
  </ol>
  <p>Every byte of this is described in <a href="/protocol">the protocol</a>, for people who write programs.</p>`,i=()=>e`
  <h1>So prüfst du, dass alles fair war</h1>
  <p class="lead">Du spielst hier mit Leuten, die du nicht siehst, auf einem Computer, der dir nicht gehört. Hier steht in fünf Minuten, was
    du selbst nachprüfen kannst und was unser Wort bleibt.</p>

  <h2>Was versiegelt ist</h2>
  <p>Wenn alle gleichzeitig wählen, bekommt deine Karte ein Siegel: eine Prüfsumme aus der Karte und einer langen Zufallszahl. Das Siegel
    legt dich fest, denn keine andere Karte passt dazu. Und es verrät nichts, denn die Zufallszahl kann niemand erraten. Erst wenn die
    Siegel aller im Protokoll stehen, werden die Karten aufgedeckt, und dann sieht jeder, ob sie passen.</p>

  <h2>Wer deine Karte wann kennen könnte</h2>
  <dl class="who">
    <dt>Deine Mitspieler</dt><dd>Nicht bevor alle Karten aufgedeckt sind.</dd>
    <dt>Unser Server, normalerweise</dt><dd>In dem Augenblick, in dem er prüft, ob dein Zug erlaubt ist. Danach liegt die Karte in einem
      verschlossenen Kästchen, bis alle versiegelt haben. Dass wir nicht hineinschauen, ist unser Wort.</dd>
    <dt>Unser Server, wenn du die Karte selbst behältst</dt><dd>Nicht bevor alle versiegelt haben. Setz bei deiner Wahl das Häkchen „Meine
      Karte in diesem Browser behalten“; manche Tische verlangen es. Der Preis: Du musst zum Aufdecken einmal wiederkommen.</dd>
    <dt>Karten, die noch niemand gezogen hat</dt><dd>Unser Server kennt sie während der Partie, wie ein Geber sie kennen könnte. Nach dem Ende
      darf jeder sie alle sehen.</dd>
  </dl>

  <h2>Woraus der Zufall besteht</h2>
  <p>Bevor sich jemand setzt, zieht der Server eine Zufallszahl und schreibt ihr Siegel in die erste Zeile des Protokolls; austauschen
    kann er sie dann nicht mehr. Spieler geben eigene Zufallszahlen dazu, ebenso versiegelt; an diesen Tischen tut das dein Browser von selbst, wenn er nicht zu alt ist. Karten und Würfel folgen aus all diesen Zahlen
    zusammen, und am Ende werden sie veröffentlicht: Dann kann jeder jede Karte und jeden Wurf nachrechnen.</p>
  <p>Hat außer uns niemand eine Zahl gegeben, hätten wir unsere danach aussuchen können, welche Karten daraus folgen. Manche Partien
    nehmen eine Zahl dazu, die eine öffentliche Quelle erst zieht, wenn alle Spieler sich festgelegt haben; dann kann niemand aussuchen, bis auf einen Fall, der unten steht. „Diese
    Partie nachprüfen“ sagt bei jeder Partie, was am Austeilen unbewiesen bleibt.</p>

  <h2>Was was beweist</h2>
  <dl class="who">
    <dt>Das Protokoll</dt><dd>Jeder Schritt einer Partie ist ein Eintrag, vom Server unterschrieben und mit dem Eintrag davor verkettet. Wer einen
      ändert, bei dem passt keiner der folgenden mehr. Nur wir könnten ein ganz anderes Protokoll schreiben, denn wir haben den
      Schlüssel. Die nächsten drei würden ihm widersprechen.</dd>
    <dt>Deine Quittungen</dt><dd>Für jeden deiner Züge unterschreibt der Server eine Quittung, und dein Browser hebt sie auf. Steht im
      Protokoll später etwas anderes, beweist die Quittung es, auch einem Fremden. Daneben steht der Stand unseres Protokolls aller Partien:
      Zwei Spieler, die ihren vergleichen, merken, ob ihnen dasselbe gezeigt wurde.</dd>
    <dt>Deine Mails</dt><dd>Jede nennt den letzten Eintrag des Protokolls und seine Prüfsumme. Wird später ein Eintrag geändert, widerspricht die
      alte Mail. Heb die Mails also auf.</dd>
    <dt>Zeugen</dt><dd>Wo der Betreiber welche hat, unterschreiben unabhängige Computer, dass sie dasselbe Protokoll gesehen haben wie du. Dann
      kann niemandem ein anderes gezeigt werden.</dd>
  </dl>

  <h2>Was unser Wort bleibt</h2>
  <ul>
    <li>Dass wir nicht in Kästchen schauen, die bei uns liegen, und niemandem sagen, was wir wissen.</li>
    <li>Dass wir keinen Zug absichtlich verlieren, bevor du eine Quittung hast. Ein Zug ohne Quittung beweist nichts.</li>
    <li>Das Austeilen, wo keine öffentliche Quelle beteiligt war und weniger als zwei Spieler eine Zahl gegeben haben. Und, ohne eine solche
      Quelle, dass der Letzte, der sich setzt, nicht mit uns im Bunde ist.</li>
    <li>Mit einer öffentlichen Quelle: dass der Letzte sich gesetzt hat, als das Protokoll es sagt. Ist er mit uns im Bunde und kennen wir alle
      Zahlen, könnten wir auf ein Blatt gewartet haben, das uns gefällt. Eine Mail aus der Zeit zwischen diesem Augenblick und dem Austeilen lässt uns keine Wahl.</li>
    <li>Dass eine Partie, die vor dem Austeilen abgesagt wurde, nicht deshalb aufgegeben wurde, weil schon jemand das Blatt kannte.</li>
    <li>Dass ein Spieler, den das Protokoll säumig nennt, wirklich nichts geschickt hat, dass ein Kästchen, das nicht aufging, nicht zu öffnen
      war und dass im Voraus gegebene Daueranweisungen, die keine Antwort gaben, befragt wurden und dass eine Antwort, die das Protokoll überholt nennt, nicht mehr möglich war. Wer eine Quittung oder seine Karte mit der Zufallszahl hat, kann das Gegenteil beweisen.</li>
    <li>Dass ein Spieler wirklich getan hat, wofür niemand eine Quittung hat, auch das Aufgeben; außer das Gerät des Spielers unterschreibt jeden
      Zug.</li>
    <li>Dass Spieler, deren Gerät nicht unterschreibt, zugestimmt haben, wenn ein anderer Platz mit Zustimmung des Tisches einen neuen Schlüssel bekam.</li>
    <li>Wer hinter einem Namen sitzt, und dass nicht zwei Plätze derselben Person gehören.</li>
    <li>Die Uhrzeit, wo keine Quittung sie nennt: Die Uhr ist unsere.</li>
    <li>Dass alle dieselbe Partie sehen, bis zwei Spieler ihre Mails vergleichen oder ein Zeuge unterschrieben hat.</li>
  </ul>

  <h2>So prüfst du nach</h2>
  <ol>
    <li>An jedem Tisch steht im Menü „Partie“ der Punkt „Diese Partie nachprüfen“. Dein Browser holt das Protokoll und vergleicht es mit
      deinen Quittungen und mit allem, was er früher gesehen hat. Das dauert eine Sekunde.</li>
    <li>Dort kannst du auch eine Mail einfügen.</li>
    <li>Jene Seite kommt von uns. Wer sich darauf nicht verlassen will, sichert dort Protokoll und Quittungen und prüft beides auf einem
      eigenen Computer mit dem Programm <code>siegelpost verify</code>. Es spielt auch die ganze Partie nach.</li>
    <li>Spielst du auf mehreren Geräten, liegen die Quittungen dort, wo du gezogen hast. <a href="/kept">Was dieser Browser
      aufbewahrt</a>, lässt sich als Datei sichern und anderswo einlesen.</li>
  </ol>
  <p>Wie das alles Byte für Byte geht, steht im <a href="/protocol">Protokoll der Siegel</a> (englisch), für Leute, die Programme schreiben.</p>`,o=()=>e`
  <h1>Ce que tu peux vérifier toi-même, et ce qu'il faut nous croire</h1>
  <p class="lead">Tu joues ici avec des gens que tu ne vois pas, sur un ordinateur qui n'est pas le tien. Cette page dit en cinq minutes ce
    que tu peux vérifier toi-même et ce qui ne repose que sur notre parole.</p>

  <h2>Ce qui est scellé</h2>
  <p>Quand tous choisissent en même temps, ta carte reçoit un sceau&nbsp;: une somme de contrôle, faite de la carte et d'un long nombre aléatoire. Le
    sceau t'engage, car aucune autre carte n'y correspond. Et il ne révèle rien, car personne ne peut deviner le nombre aléatoire. Ce n'est
    qu'une fois les sceaux de tous dans le journal que les cartes sont retournées, et chacun voit alors si elles y correspondent.</p>

  <h2>Qui pourrait connaître ta carte, et quand</h2>
  <dl class="who">
    <dt>Les autres joueurs</dt><dd>Pas avant que toutes les cartes soient retournées.</dd>
    <dt>Notre serveur, d'habitude</dt><dd>Le temps de vérifier que ton coup est permis. Ensuite, la carte est dans une boîte fermée jusqu'à ce
      que tous aient scellé. Que nous n'y regardons pas, il n'y a que notre parole.</dd>
    <dt>Notre serveur, si tu gardes la carte toi-même</dt><dd>Pas avant que tous aient scellé. Coche «&nbsp;Garder ma carte dans ce navigateur&nbsp;» quand
      tu choisis&nbsp;; certaines tables l'exigent. Le prix&nbsp;: il faut revenir une fois pour la retourner.</dd>
    <dt>Les cartes que personne n'a tirées</dt><dd>Notre serveur les connaît pendant la partie, comme pourrait les connaître celui qui distribue.
      Quand elle est finie, chacun peut toutes les voir.</dd>
  </dl>

  <h2>De quoi le hasard est fait</h2>
  <p>Avant que quiconque s'assoie, le serveur tire un nombre aléatoire et écrit son sceau dans la première ligne du journal&nbsp;; il ne peut donc
    plus l'échanger. Les joueurs y ajoutent leurs propres nombres aléatoires, scellés de la même façon&nbsp;; à ces tables, ton navigateur le fait
    tout seul, sauf s'il est trop vieux. Les cartes et les dés découlent de tous ces nombres ensemble, et à la fin ils sont publiés&nbsp;: chacun
    peut alors recalculer chaque carte et chaque dé.</p>
  <p>Si personne d'autre que nous n'a donné de nombre, nous aurions pu choisir le nôtre selon les cartes qui en découlent. Certaines parties
    ajoutent un nombre qu'une source publique tire une fois que tous les joueurs se sont engagés&nbsp;; personne ne peut alors choisir, sauf dans un
    cas, décrit plus bas. «&nbsp;Vérifier cette partie&nbsp;» dit pour chaque partie ce qui n'est pas prouvé de sa distribution.</p>

  <h2>Ce qui prouve quoi</h2>
  <dl class="who">
    <dt>Le journal</dt><dd>Chaque étape d'une partie est une entrée, signée par le serveur et enchaînée à celle d'avant. Si l'on en change une,
      aucune des suivantes ne correspond plus. Nous seuls pourrions écrire un tout autre journal, car nous avons la clé. C'est ce que les trois suivants contrediraient.</dd>
    <dt>Tes reçus</dt><dd>Pour chacun de tes coups, le serveur signe un reçu, et ton navigateur le garde. Si le journal dit plus tard autre chose,
      le reçu le prouve, même à un inconnu. À côté se trouve l'état de notre journal de toutes les parties&nbsp;: deux joueurs qui comparent le leur
      voient si on leur a montré la même chose.</dd>
    <dt>Tes mails</dt><dd>Chacun donne la dernière entrée du journal et sa somme de contrôle. Si une entrée est changée plus tard, l'ancien mail
      la contredit. Garde donc tes mails.</dd>
    <dt>Les témoins</dt><dd>Là où l'administrateur en a, des ordinateurs indépendants signent qu'ils ont vu le même journal que toi. On ne peut alors
      en montrer un autre à personne.</dd>
  </dl>

  <h2>Ce qui ne repose que sur notre parole</h2>
  <ul>
    <li>Que nous ne regardons pas dans les boîtes que nous gardons, et ne disons à personne ce que nous savons.</li>
    <li>Que nous ne perdons pas exprès un coup avant que tu en aies le reçu. Un coup sans reçu ne prouve rien.</li>
    <li>La distribution, là où aucune source publique n'a participé et où moins de deux joueurs ont donné un nombre. Et, sans une telle source,
      que le dernier joueur à s'asseoir n'est pas de mèche avec nous.</li>
    <li>Avec une source publique&nbsp;: que le dernier joueur s'est assis quand le journal le dit. S'il est de mèche avec nous et que nous connaissons
      tous les nombres, nous aurions pu attendre une distribution qui nous plaît. Un mail envoyé entre ce moment et la distribution ne nous laisse pas le choix.</li>
    <li>Qu'une partie annulée avant la distribution n'a pas été abandonnée parce que quelqu'un connaissait déjà les cartes.</li>
    <li>Qu'un joueur que le journal dit muet l'était vraiment, qu'une boîte qui ne s'est pas ouverte ne pouvait pas l'être, que les
      consignes qui n'ont pas donné de réponse ont été consultées, et qu'une réponse que le journal dit dépassée n'était plus possible. Un joueur qui a un
      reçu, ou sa carte avec le nombre aléatoire, peut prouver le contraire.</li>
    <li>Qu'un joueur a vraiment fait ce dont personne n'a de reçu, même abandonner, sauf si son propre appareil signe chaque coup.</li>
    <li>Que les joueurs dont l'appareil ne signe pas étaient d'accord, quand la place d'un autre a reçu une nouvelle clé avec l'accord de la table.</li>
    <li>Qui se cache derrière un nom, et que deux places ne sont pas la même personne.</li>
    <li>L'heure, là où aucun reçu ne la dit&nbsp;: l'horloge est la nôtre.</li>
    <li>Que tous voient la même partie, tant que deux joueurs n'ont pas comparé leurs mails ou qu'un témoin n'a pas signé.</li>
  </ul>

  <h2>Comment vérifier</h2>
  <ol>
    <li>Chaque table a «&nbsp;Vérifier cette partie&nbsp;» dans son menu «&nbsp;Partie&nbsp;». Ton navigateur va chercher le journal et le compare à tes reçus et à
      tout ce qu'il a vu auparavant. Cela prend une seconde.</li>
    <li>Tu peux aussi y coller un mail.</li>
    <li>Cette page-là vient de nous. Si tu préfères ne pas t'y fier, enregistres-y le journal et tes reçus, et vérifie-les sur ton propre ordinateur
      avec le programme <code>siegelpost verify</code>. Il rejoue aussi toute la partie.</li>
    <li>Si tu joues sur plusieurs appareils, les reçus sont là où tu as joué. <a href="/kept">Ce que garde ce navigateur</a> peut être
      enregistré dans un fichier et lu ailleurs.</li>
  </ol>
  <p>Chaque octet de tout cela est décrit dans <a href="/protocol">le protocole</a> (en anglais), pour ceux qui écrivent des programmes.</p>`,l={de:i,fr:o};export{h as open};
