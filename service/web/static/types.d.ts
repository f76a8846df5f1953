// Names of the API's types, made from openapi/openapi.json (`make check`), and of what the pages pass to each other.
import type { components } from "../../../checks/web/generated/api";
import type { TemplateResult } from "lit-html";

type Schemas = components["schemas"];
export type Me = Schemas["Me"];
export type Match = Schemas["Match"];
export type Missed = Schemas["MissedAnswers"];
export type SeatHandedOver = Schemas["SeatHandedOver"];
export type Substitute = Schemas["Substitute"];
export type MatchSummary = Schemas["MatchSummary"];
export type MatchPage = Schemas["MatchPage"];
export type MatchInWords = Schemas["MatchInWords"];
export type DecisionInWords = Schemas["DecisionInWords"];
export type Choice = Schemas["Choice"];
export type FollowUp = Schemas["FollowUp"];
export type Decision = Schemas["Decision"];
export type Review = Schemas["Review"];
export type Hint = Schemas["Hint"];
export type Checked = Schemas["Checked"];
export type CheckedOrders = Schemas["CheckedOrders"];
export type Acted = Schemas["Acted"];
export type Feed = Schemas["Feed"];
export type FeedEvent = Schemas["FeedEvent"];
export type WaitingList = Schemas["WaitingList"];
export type Waiting = Schemas["Waiting"];
export type RulesList = Schemas["RulesList"];
export type RulesSummary = Schemas["RulesSummary"];
export type Rules = Schemas["Rules"];
export type OwnRating = Schemas["OwnRating"];
export type OwnRatings = Schemas["OwnRatings"];
export type RatingDistribution = Schemas["RatingDistribution"];
export type Profile = Schemas["Profile"];
export type Contact = Schemas["Contact"];
export type BlockList = Schemas["BlockList"];
export type Bot = Schemas["Bot"];
export type Opponent = Schemas["Opponent"];
export type OpponentPage = Schemas["OpponentPage"];
export type DeliveryList = Schemas["DeliveryList"];
export type Notifications = Schemas["Notifications"];
export type BrowserList = Schemas["BrowserList"];
export type VacationList = Schemas["VacationList"];
export type LogPage = Schemas["LogPage"];
export type Message = Schemas["Message"];
export type MessageList = Schemas["MessageList"];
export type Remark = Schemas["Remark"];
export type RemarkList = Schemas["RemarkList"];
export type Meta = Schemas["Meta"];
export type Tournament = Schemas["Tournament"];
export type TournamentSummary = Schemas["TournamentSummary"];
export type TournamentPage = Schemas["TournamentPage"];

/** What all refusals have in common; the document has a type for each. */
export type Problem = Pick<Schemas["InvalidProblem"], "title" | "detail"> & { type: string; status: number; errors?: Schemas["Fault"][] };

export type View = TemplateResult | TemplateResult[] | string | symbol | null;

/** What a page is opened with: who is signed in, how to show it, and what its address says. */
export interface Opened {
  me: Me | null;
  show: (inside: View) => void;
  /** Nobody is signed in any more: the account is gone. */
  leave: () => void;
  parts: string[];
}
