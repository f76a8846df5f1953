import{a,b,c,d,e}from"./with-beginnings.js";import"./with-vault.js";import"./with-seal.js";export{a as checkedLog,b as holds,d as remember,c as seating,e as serverKeys};
