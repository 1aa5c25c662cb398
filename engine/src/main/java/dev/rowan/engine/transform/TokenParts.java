package dev.rowan.engine.transform;

import dev.rowan.api.Reason;
import java.util.List;
import java.util.Optional;

/// The part numbers of the tokens that one visit makes. Owned by the token's thread.
public interface TokenParts {

    /// The parts of the new tokens if a token becomes `outputs`: one fewer if the first is the token itself.
    List<Integer> allocate(int outputs);

    /// Why a token may not become so many, if so; otherwise they are counted.
    Optional<Reason> refusal(int outputs);
}
