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

export type ApiPath = keyof paths

type Operation<Path extends ApiPath> = paths[Path]['get']

/** The answer of a path without `fields`. */
export type Answer<Path extends ApiPath> = Operation<Path>['responses'][200]['content'] extends {
  readonly 'application/json': infer Body
}
  ? Body
  : never

export type Query<Path extends ApiPath> = Asked<Operation<Path>['parameters']> & Cancellable

export interface Cancellable {
  /** Aborts the request, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

type Asked<Parameters> = Parameters extends { readonly query?: infer Given }
  ? {
      readonly [Name in keyof NonNullable<Given>]:
        | OneOrMany<NonNullable<Given>[Name]>
        | Absence<NonNullable<Given>, Name>
    }
  : unknown

/** A list parameter also takes a single value. */
type OneOrMany<Value> = Value extends readonly (infer One)[] ? One | Value : Value

type Absence<Given, Name extends keyof Given> = object extends Pick<Given, Name> ? undefined : never

/** Allowed names in a path's `fields`. */
export type FieldName<Path extends ApiPath> =
  Query<Path> extends { readonly fields?: infer Names } ? OneOf<NonNullable<Names>> : never

type OneOf<Names> = Names extends readonly (infer Name)[] ? Name : Names

/** The parameters of a path with these names as `fields`; `never` for none. */
export type QueryFor<Path extends ApiPath, Name> = Omit<Query<Path>, 'fields'> & {
  readonly fields?: Name | readonly Name[] | undefined
}

/** The fields of `Whole` with these names; without a name, all. */
export type Picked<Whole, Name> = [Name] extends [never] ? Whole : Pick<Whole, Extract<Name, keyof Whole>>

/** The same for a story, whose `fields` also name fields of its items: `items.title`. */
export type PickedStory<Name> = [OfItems<Name>] extends [never]
  ? Picked<Story, Name>
  : Pick<Story, Exclude<Extract<Name, keyof Story>, 'items'>> & {
      readonly items: readonly Pick<StoryItem, Extract<OfItems<Name>, keyof StoryItem>>[]
    }

type StoryItem = Story['items'][number]
type OfItems<Name> = Name extends `items.${infer Field}` ? Field : never
