"""What several commands share: inputs, options, output, progress."""
