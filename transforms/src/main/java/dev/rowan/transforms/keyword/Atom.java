package dev.rowan.transforms.keyword;

/// The smallest part of a pattern that can be repeated.
sealed interface Atom {

    /// A character, case-sensitive or not.
    record Letter(String character, boolean anyCase) implements Atom {}

    /// An ASCII digit.
    record Digit() implements Atom {}

    /// An unknown character.
    record Other() implements Atom {}

    /// An empty-width assertion, such as a word boundary.
    record Place() implements Atom {}

    record Group(Requirement inner) implements Atom {}
}
