import{a,b,c}from"./with-tournaments.js";export{b as hasClosed,c as open,a as stage};
