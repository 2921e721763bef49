/**
 * Stands for n8n-workflow under mutation, where each of more than a thousand runs would load it whole: loads it when
 * something of it is used. `sleep` is the one that it passes on.
 */
module.exports = new Proxy(
	{},
	{
		get: (_, name) => (name === 'sleep' ? require('@n8n/utils/sleep') : require('../../../node_modules/n8n-workflow'))[name],
	},
);
