package dev.rowan.transforms.keyword;

/// The smallest part of a pattern that a repetition applies to.
sealed interface Atom {

    /// A character, as it stands or in any case.
    record Letter(String character, boolean anyCase) implements Atom {}

    /// An ASCII digit.
    record Digit() implements Atom {}

    /// A character of which nothing is known.
    record Other() implements Atom {}

    /// A place, such as the start of a word, and no character.
    record Place() implements Atom {}

    record Group(Requirement inner) implements Atom {}
}
