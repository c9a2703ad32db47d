import type { components, paths } from './openapi.ts'

type Schemas = components['schemas']

export type Item = Schemas['ListItem']
export type FoundItem = Schemas['FoundItem']
export type TrendingItem = Schemas['TrendingItem']
export type Source = Schemas['Source']
export type Category = Schemas['Category']
export type Suggestion = Schemas['Suggestion']
export type Article = Schemas['Article']
export type Story = Schemas['Story']
export type Stats = Schemas['Stats']
export type Health = Schemas['Health']
export type Put = Schemas['Put']
export type Delete = Schemas['Delete']
export type Problem = Schemas['Problem']

/** A path of the API. */
export type ApiPath = keyof paths

type Operation<Path extends ApiPath> = paths[Path]['get']

/** What a path answers where `fields` leaves nothing out. */
export type Answer<Path extends ApiPath> = Operation<Path>['responses'][200]['content'] extends {
  readonly 'application/json': infer Body
}
  ? Body
  : never

/** What a path is asked. */
export type Query<Path extends ApiPath> = Asked<Operation<Path>['parameters']> & Cancellable

export interface Cancellable {
  /** Ends the request. It rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

type Asked<Parameters> = Parameters extends { readonly query?: infer Given }
  ? {
      readonly [Name in keyof NonNullable<Given>]:
        | OneOrMany<NonNullable<Given>[Name]>
        | Absence<NonNullable<Given>, Name>
    }
  : unknown

/** Parameters that take several values take one alone too. */
type OneOrMany<Value> = Value extends readonly (infer One)[] ? One | Value : Value

type Absence<Given, Name extends keyof Given> = object extends Pick<Given, Name> ? undefined : never

/** What `fields` of a path may name. */
export type FieldName<Path extends ApiPath> =
  Query<Path> extends { readonly fields?: infer Names } ? OneOf<NonNullable<Names>> : never

type OneOf<Names> = Names extends readonly (infer Name)[] ? Name : Names

/** What a path is asked, with these names as its `fields`; `never` for none. */
export type QueryFor<Path extends ApiPath, Name> = Omit<Query<Path>, 'fields'> & {
  readonly fields?: Name | readonly Name[] | undefined
}

/** The fields of `Whole` with these names; without a name, all. */
export type Picked<Whole, Name> = [Name] extends [never] ? Whole : Pick<Whole, Extract<Name, keyof Whole>>

/** The same for a story, whose `fields` also name those of its items: `items.title`. */
export type PickedStory<Name> = [OfItems<Name>] extends [never]
  ? Picked<Story, Name>
  : Pick<Story, Exclude<Extract<Name, keyof Story>, 'items'>> & {
      readonly items: readonly Pick<StoryItem, Extract<OfItems<Name>, keyof StoryItem>>[]
    }

type StoryItem = Story['items'][number]
type OfItems<Name> = Name extends `items.${infer Field}` ? Field : never
