import{a as L,c as R}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{b as U,d as G,e as I}from"./with-parts.js";import"./with-time.js";import{a,b as i}from"./with-lit-html.js";import{a as D}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{a as N,d as S}from"./with-api.js";import{a as k,c as t}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";var h=86400,A={two:()=>({kind:"duration",seconds:2*h}),day:()=>({kind:"duration",seconds:h}),week:()=>({kind:"duration",seconds:7*h}),hour:()=>({kind:"duration",seconds:3600}),evening:()=>({kind:"daily",time:"20:00",zone:Intl.DateTimeFormat().resolvedOptions().timeZone||"UTC"})},B=["1","2","3","5","never"],q=[70,80,90,95],H=["0","1","3","5","10"],O={quarter:.25,half:0,whole:1},K=14*h,V=["most","all","none"],Y=["all","most","none"],z=["3","7","14","28"];function W(n,y){if(!n.has("times"))return{};let g=Number(n.get("times")),$=y.kind==="duration"?Number(y.seconds):h,f=O[String(n.get("share"))],u=String(n.get("pauses")),s=String(n.get("grants"));return{extensions:g===0?null:{times:g,...f?{seconds:Math.min(K,Math.ceil($*f))}:{}},time_requests:s==="none"?null:{majority:s},pauses:u==="none"?null:{majority:u,seconds:Number(n.get("days"))*h}}}var Z=n=>n.length>1?t("fromTo",{low:Math.min(...n),high:Math.max(...n)}):String(n[0]);async function ae(n){if(n.me===null){location.replace("/");return}document.title=`${t("createTitle")} \xB7 Siegelpost`;let{rules:y}=await S("GET","/v1/rules"),g=await L(),$=y.filter(e=>e.superseded_by===null),f=new URLSearchParams(location.search).get("game"),u=$.find(e=>e.id.split("@")[0]===f)??$[0],s={game:u,preset:"",seats:2,whom:"bots",pace:"two",error:"",busy:!1},T=crypto.randomUUID(),b=[],_=e=>{s.game=e,b=[],s.whom==="programs"&&(s.whom="bots"),E(e.presets[0]??""),F(e)},F=async e=>{let o=await S("GET",`/v1/bots?game=${encodeURIComponent(String(e.id.split("@")[0]))}`).catch(()=>({bots:[],next:null}));s.game===e&&(b=o.bots.filter(c=>c.free),b.length&&l())},E=e=>{s.preset=e,v().includes(s.seats)||(s.seats=v()[0]??2),l()},v=()=>s.game.preset_seats[s.preset]??s.game.seats,M=()=>s.whom!=="bots"&&s.pace!=="hour",j=()=>Array.from({length:{bots:s.seats-1,programs:s.seats-2}[s.whom]??0},()=>"steady"),C=async e=>{e.preventDefault();let o=new FormData(e.target),c=String(o.get("mails")??"").split(/[\s,;]+/).filter(Boolean),p=A[String(o.get("pace"))]??A.two,r={rules:s.game.id.split("@")[0],seats:s.seats,options:{},title:String(o.get("title")??"").trim(),pace:p?.(),grace_seconds:s.whom==="bots"||s.whom==="programs"?0:60,visibility:s.whom==="anybody"?"open":"private",bots:j(),...o.has("misses")?{absence:o.get("misses")==="never"?null:{misses:Number(o.get("misses"))}}:{},...s.whom==="friends"&&s.pace!=="hour"?{vacation:o.has("vacation")?"clock-stops":"plays-on"}:{},...M()?{nights:o.has("nights")?"kept":"ignored"}:{},...o.get("least")?{least_reliability:{percent:Number(o.get("least")),newcomers:o.has("newcomers")}}:{},...W(o,p?.()??{}),invite:s.whom==="friends"?c:s.whom==="programs"?[String(o.get("program"))]:[]};s.busy=!0,l();try{let d=await S("GET",`/v1/rules/${encodeURIComponent(s.game.id)}`);r.options=d.presets[s.preset]??{};let{match:P,file:x}=await D(r,T,g.draw);if(x===null)return location.assign(`/table/${P}`);n.show(R(P,x))}catch(d){d instanceof N&&(T=crypto.randomUUID()),s.error=U(d,r.invite),s.busy=!1,l()}},m=(e,o,c,p,r)=>a`<label class="choice"><input type="radio" name=${e} value=${o} .checked=${p} @change=${r}><span>${c}</span></label>`,w=(e,o,c,p)=>a`<label>${t(o)}<select name=${e}>${c.map(([r,d])=>a`<option value=${r} ?selected=${r===p}>${t(String(d))}</option>`)}</select></label>`,l=()=>n.show(a`
    <form class="sheet narrow stack" @submit=${C}>
      <h1>${t("createTitle")}</h1>
      <fieldset class="choices"><legend>${t("whichGame")}</legend>
        ${$.map(e=>m("game",e.id,t("forPlayers",{game:String(e.titles[k()]),n:Z(e.seats)}),s.game===e,()=>_(e)))}
      </fieldset>
      <p class="about">${s.game.about[k()]} ${I(s.game.id)}</p>
      ${s.game.presets.length>1?a`<label>${t("whichVariant")}<select name="preset" .value=${s.preset} @change=${e=>E(e.target.value)}>
            ${s.game.presets.map(e=>a`<option value=${e} ?selected=${e===s.preset}>${s.game.preset_titles[e]?.[k()]??e}</option>`)}</select></label>
          <p class="hint"><a href=${G(s.game.id,s.preset)} target="_blank">${t("thisVariant")}</a></p>`:i}
      ${v().length>1?a`<fieldset class="choices inline"><legend>${t("howMany")}</legend>${v().map(e=>m("seats",String(e),String(e),e===s.seats,()=>{s.seats=e,l()}))}</fieldset>`:i}
      <fieldset class="choices"><legend>${t("withWhom")}</legend>
        ${m("whom","bots",t("withBots"),s.whom==="bots",()=>{s.whom="bots",l()})}
        ${b.length?m("whom","programs",t("withPrograms"),s.whom==="programs",()=>{s.whom="programs",l()}):i}
        ${m("whom","friends",t("withFriends"),s.whom==="friends",()=>{s.whom="friends",l()})}
        ${m("whom","anybody",t("withAnybody"),s.whom==="anybody",()=>{s.whom="anybody",l()})}
      </fieldset>
      ${s.whom==="programs"?a`<label>${t("whichProgram")}<select name="program">${b.map(e=>a`<option value=${e.account}>${e.name}</option>`)}</select></label>`:i}
      ${s.whom==="friends"?a`<label>${t("inviteMails")}<input name="mails" inputmode="email" autocomplete="off" aria-describedby="mails-lead"></label><p class="hint" id="mails-lead">${t("inviteMailsLead")}</p>`:i}
      ${s.whom==="anybody"?a`<label>${t("whoMaySit")}<select name="least"><option value="">${t("anybodyElse")}</option>${q.map(e=>a`<option value=${e}>${t("forReliable",{percent:e})}</option>`)}</select></label>
          <label class="choice"><input type="checkbox" name="newcomers" checked><span>${t("newcomersToo")}</span></label>`:i}
      <label>${t("howFast")}<select name="pace" @change=${e=>{s.pace=e.target.value,l()}}>${Object.keys(A).map(e=>a`<option value=${e}>${t(`pace_${e}`)}</option>`)}</select></label>
      ${s.whom==="bots"?i:a`<label>${t("staysAway")}<select name="misses">${B.map(e=>a`<option value=${e} ?selected=${e==="2"}>${t(`misses_${e}`)}</option>`)}</select></label>`}
      ${s.whom==="bots"?i:a`<details class="agreed"><summary>${t("timeAndPauses")}</summary><div class="stack">
        ${w("times","moreTimeAllowed",H.map(e=>[e,`times_${e}`]),"3")}
        ${w("share","byHowMuch",Object.keys(O).map(e=>[e,`share_${e}`]),"half")}
        ${w("grants","moreTimeGranted",V.map(e=>[e,`grants_${e}`]),"most")}
        ${w("pauses","mayPause",Y.map(e=>[e,`pauses_${e}`]),"all")}
        ${w("days","pauseAtMost",z.map(e=>[e,`days_${e}`]),"14")}
      </div></details>`}
      ${s.whom==="friends"&&s.pace!=="hour"?a`<label class="choice"><input type="checkbox" name="vacation" checked aria-describedby="vacation-lead"><span>${t("clockStops")}</span></label>
          <p class="hint" id="vacation-lead">${t("clockStopsLead")}</p>`:i}
      ${M()?a`<label class="choice"><input type="checkbox" name="nights" checked aria-describedby="nights-lead"><span>${t("nightsKept")}</span></label>
          <p class="hint" id="nights-lead">${t("nightsKeptLead")}</p>`:i}
      <label>${t("titleOptional")}<input name="title" maxlength="80" autocomplete="off" placeholder=${t("titleExample")}></label>
      ${g.asked()}
      ${s.error?a`<p role="alert" class="alert">${s.error}</p>`:i}
      <button class="seal big" ?disabled=${s.busy}>${t("create")}</button>
    </form>`);_(u)}export{ae as open};
