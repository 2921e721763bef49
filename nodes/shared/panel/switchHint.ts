/** A switch in a group starts on when it is added, which is no default of what was not added: an assistant that builds workflows is told. */
export const SWITCH_HINT = { propertyHint: 'Off when it is left out, whatever the default says' } as const;
