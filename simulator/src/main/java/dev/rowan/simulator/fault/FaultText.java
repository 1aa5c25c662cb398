package dev.rowan.simulator.fault;

import dev.rowan.simulator.answer.AnswerEnding;
import dev.rowan.simulator.http.ReplyDelivery;
import dev.rowan.simulator.safety.Damage;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Parses faults: a name and its arguments after colons, such as `status:429:date` or `reset:120`.
public final class FaultText {
    /// The forms that are known, for messages and help.
    public static final List<String> FORMS = List.of(
            "none",
            "status:CODE[:" + alternatives(RetryAfter.values()) + "]",
            "failed_reply:CODE",
            "reset:BYTES",
            "lost_reply",
            "stall",
            "slow:MILLIS",
            "truncate",
            "length:DIFFERENCE",
            "body:" + alternatives(Junk.values()),
            "huge:BYTES",
            "ending:" + alternatives(AnswerEnding.values()),
            "no_usage",
            "echo_key:CODE",
            "safety_analyze:DAMAGE",
            "safety_shield:DAMAGE");

    private static final long LARGEST = 1L << 30;

    private FaultText() {}

    /// The fault that `text` names.
    public static Optional<Fault> parse(String text) {
        String[] parts = text.strip().split(":", -1);
        String first = parts.length > 1 ? parts[1] : "";
        return switch (parts[0]) {
            case "none" -> Optional.of(new Fault.None());
            case "status" -> status(first, parts.length > 2 ? parts[2] : "none");
            case "failed_reply" -> number(first, 400, 599).map(Long::intValue).map(Fault.FailLate::new);
            case "reset" ->
                number(first, 0, Long.MAX_VALUE).map(ReplyDelivery.ResetAt::new).map(Fault.Broken::new);
            case "lost_reply" -> Optional.of(new Fault.Broken(new ReplyDelivery.ResetAt(0)));
            case "stall" -> Optional.of(new Fault.Broken(new ReplyDelivery.Stall()));
            case "slow" ->
                number(first, 1, Integer.MAX_VALUE)
                        .map(Duration::ofMillis)
                        .map(ReplyDelivery.Dribble::new)
                        .map(Fault.Broken::new);
            case "truncate" -> Optional.of(new Fault.Broken(new ReplyDelivery.Truncate()));
            case "length" ->
                number(first, Integer.MIN_VALUE, Integer.MAX_VALUE)
                        .map(ReplyDelivery.WrongLength::new)
                        .map(Fault.Broken::new);
            case "body" -> constant(Junk.values(), first).map(Fault.Replaced::new);
            case "huge" -> number(first, 64, LARGEST).map(Fault.Huge::new);
            case "ending" -> constant(AnswerEnding.values(), first).map(Fault.Ends::new);
            case "echo_key" ->
                number(first, 200, 599)
                        .filter(code -> code == 200 || code >= 400)
                        .map(Long::intValue)
                        .map(Fault.EchoKey::new);
            case "no_usage" -> Optional.of(new Fault.NoUsage());
            default -> Damage.of(parts[0], first).map(Fault.Damaged::new);
        };
    }

    private static Optional<Fault> status(String code, String form) {
        return number(code, 300, 599)
                .flatMap(status -> constant(RetryAfter.values(), form)
                        .map(retryAfter -> new Fault.Fail(status.intValue(), retryAfter)));
    }

    private static Optional<Long> number(String text, long least, long most) {
        try {
            return Optional.of(Long.parseLong(text)).filter(number -> number >= least && number <= most);
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static <E extends Enum<E>> Optional<E> constant(E[] constants, String word) {
        return Stream.of(constants)
                .filter(constant -> word(constant).equals(word))
                .findFirst();
    }

    private static String alternatives(Enum<?>[] constants) {
        return String.join("|", Stream.of(constants).map(FaultText::word).toList());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
