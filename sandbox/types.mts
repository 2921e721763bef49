export type Json = Record<string, unknown>;

export type Stage = 'Lead' | 'Qualified' | 'Prospect' | 'Client';
export const STAGES: readonly Stage[] = ['Lead', 'Qualified', 'Prospect', 'Client'];

/** An athlete (§2.1). The sandbox adds properties that the spec does not name. */
export interface Athlete extends Json {
	UserId: number;
	Email: string;
	FirstMidName: string;
	LastName: string;
	Phone: string | null;
	IsDemo: boolean;
	IsGuest: boolean;
	ClientStage: Stage;
}

/** A contact of the club (§4.8). */
export interface Contact extends Json {
	UserId: number;
	Email: string;
	ClientStage: Stage;
}

export interface Product extends Json {
	ClassSubscriptionId: number;
	Name: string;
	Type: 'Trial' | 'Recurring' | 'Tickets';
	ExternallyManaged: boolean;
}

export interface Plan extends Json {
	ClassSubscriptionPlanId: number;
	ClassSubscriptionId: number;
	Recurring: boolean;
	DurationDays: number;
	MaxActivities: number;
}

export interface Membership extends Json {
	UserClassSubscriptionId: number;
	ClassSubscriptionId: number;
	ClassSubscriptionPlanId: number | null;
	UserId: number;
	From: string;
	To: string;
	MaxActivities: number;
	AvailableActivities: number;
	Disabled: boolean;
	SuspensionState: 'None' | 'Scheduled' | 'Suspended';
	SuspensionStartUTC: string | null;
	ReactivationDate: string | null;
}

export type CalendarType = 'Club' | 'PT' | 'Services';
export const CALENDARS: readonly CalendarType[] = ['Club', 'PT', 'Services'];

export interface ClubClass extends Json {
	ClassId: number;
	Name: string;
	Begin: string;
	End: string;
	CalendarType: CalendarType;
	Published: boolean;
	MaxLocalParticipants: number;
}

/** A booking of an athlete; the class has it as a participant (§2.13). */
export interface Booking extends Json {
	ClassId: number;
	UserId: number;
	Begin: string;
	State: 'Confirmed' | 'Queued';
	UserClassSubscriptionId: number | null;
}

export interface Award extends Json {
	Id: string;
	AchievedBadgeId: number;
	UserId: number;
	BadgeId: number;
	BadgeName: string;
	AchievedAt: string;
}

export interface Training extends Json {
	TrainingId: number;
	UserId: number;
	BeginDateLocal: string;
	BeginUTC: string;
	Origin: 'Sensor' | 'Manual';
}

export interface Challenge extends Json {
	ChallengeId: number;
	Name: string;
}

/** A webhook subscription (§2.12). */
export interface WebhookSubscription {
	SubscriptionId: string;
	Url: string;
	EventTypes: string[];
	ProvisioningState: 'Creating' | 'Updating' | 'Deleting' | 'Succeeded' | 'AwaitingManualAction' | 'Failed' | 'Canceled';
}
