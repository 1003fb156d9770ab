// Grows with the first tests of this target.
