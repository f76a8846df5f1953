import{a,b,c,d,e,f}from"./with-push.js";import"./with-api.js";import"./with-language.js";export{a as able,f as leave,b as look,d as renew,e as turnOff,c as turnOn};
