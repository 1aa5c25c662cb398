package dev.rowan.engine.transform;

import java.util.List;

/// The part numbers of the tokens that one visit makes. Owned by the token's thread.
public interface TokenParts {

    /// The parts of the new tokens if a token becomes `outputs`: one fewer if the first is the token itself.
    List<Integer> allocate(int outputs);

    /// The most outputs that there are parts for.
    int max();
}
