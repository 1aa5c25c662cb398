package dev.rowan.api.batch;

import java.util.Optional;

/// The id of one request within a batch: the submission's name, a hyphen and the request's index from 0. At most
/// 64 letters, digits and hyphens, which every provider accepts.
public record CustomId(String submission, int item) {
    private static final int LONGEST_NUMBER = 9;

    public String text() {
        return submission + "-" + item;
    }

    /// Parses `text`; empty if it is not one of our ids.
    public static Optional<CustomId> parse(String text) {
        int hyphen = text.lastIndexOf('-');
        String number = text.substring(hyphen + 1);
        boolean isOurs = hyphen > 0
                && !number.isEmpty()
                && number.length() <= LONGEST_NUMBER
                && number.chars().allMatch(c -> c >= '0' && c <= '9')
                && (number.length() == 1 || number.charAt(0) != '0');
        return isOurs
                ? Optional.of(new CustomId(text.substring(0, hyphen), Integer.parseInt(number)))
                : Optional.empty();
    }
}
