import{html as e}from"./app.js";import{lang as a,say as i}from"./app.js";async function h(n){let t=(d[a()]??s)();document.title=`${i("fairness")} \xB7 Siegelpost`,n.show(e`<article class="narrow prose">${t}</article>`)}var s=()=>e`
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
  <p>Every byte of this is described in <a href="/protocol">the protocol</a>, for people who write programs.</p>`,r=()=>e`
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
  <p>Wie das alles Byte für Byte geht, steht im <a href="/protocol">Protokoll der Siegel</a> (englisch), für Leute, die Programme schreiben.</p>`,d={de:r};export{h as open};
