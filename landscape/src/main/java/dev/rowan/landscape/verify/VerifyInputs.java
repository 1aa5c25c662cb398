package dev.rowan.landscape.verify;

import dev.rowan.api.secret.Secret;
import dev.rowan.landscape.seal.VerifyingKey;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What a run's record is checked against, besides itself.
///
/// `kept` are heads from outside the database. With a `key`, the last head and every kept one must be signed by it.
/// `maxInFlight` limits the calls open when a process dies (I7) and `unknownResends` the resends of a call after a
/// lost reply (I8), where the record does not state them. Only tests know `bill` and `secrets`.
public record VerifyInputs(
        List<KeptHead> kept,
        Optional<VerifyingKey> key,
        OptionalInt maxInFlight,
        OptionalInt unknownResends,
        Optional<RecordedCosts> bill,
        List<Secret> secrets) {

    public VerifyInputs {
        kept = List.copyOf(kept);
        secrets = List.copyOf(secrets);
    }

    /// No inputs: checks the record alone.
    public static VerifyInputs itself() {
        return new VerifyInputs(
                List.of(), Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), List.of());
    }

    public VerifyInputs with(List<KeptHead> heads) {
        return new VerifyInputs(heads, key, maxInFlight, unknownResends, bill, secrets);
    }

    public VerifyInputs with(VerifyingKey signer) {
        return new VerifyInputs(kept, Optional.of(signer), maxInFlight, unknownResends, bill, secrets);
    }

    public VerifyInputs with(RecordedCosts charged) {
        return new VerifyInputs(kept, key, maxInFlight, unknownResends, Optional.of(charged), secrets);
    }

    public VerifyInputs hiding(List<Secret> hidden) {
        return new VerifyInputs(kept, key, maxInFlight, unknownResends, bill, hidden);
    }

    public VerifyInputs mostOpen(int calls) {
        return new VerifyInputs(kept, key, OptionalInt.of(calls), unknownResends, bill, secrets);
    }

    public VerifyInputs unknownResends(int limit) {
        return new VerifyInputs(kept, key, maxInFlight, OptionalInt.of(limit), bill, secrets);
    }
}
