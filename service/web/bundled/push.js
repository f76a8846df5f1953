import{a,b,c,d,e,f,g}from"./with-push.js";export{a as able,g as leave,b as look,d as renew,f as turnOff,c as turnOn,e as whyNot};
