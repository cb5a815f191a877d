export default { edition: 'football' }
