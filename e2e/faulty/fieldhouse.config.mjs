export default { edition: 'faulty' }
