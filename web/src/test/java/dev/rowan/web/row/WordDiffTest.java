package dev.rowan.web.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.web.row.WordDiff.Piece;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WordDiffTest {

    @Test
    void marksTheWordsThatDiffer() {
        assertThat(WordDiff.between("the quick brown fox", "the slow brown fox jumps"))
                .containsExactly(
                        new Piece.Same("the "),
                        new Piece.Gone("quick"),
                        new Piece.New("slow"),
                        new Piece.Same(" brown fox"),
                        new Piece.New(" jumps"));
        assertThat(WordDiff.between("same", "same")).containsExactly(new Piece.Same("same"));
        assertThat(WordDiff.between("", "")).isEmpty();
    }

    @Test
    void restoresBothTextsFromTheDiff() {
        long seed = 20261115;
        var random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            String before = text(random);
            String after = text(random);
            List<Piece> pieces = WordDiff.between(before, after);
            assertThat(side(pieces, true)).as("seed %d, round %d", seed, i).isEqualTo(before);
            assertThat(side(pieces, false)).as("seed %d, round %d", seed, i).isEqualTo(after);
        }
    }

    @Test
    void boundsTheTimeForLongTexts() {
        String before = "a " + "x ".repeat(20_000) + "z";
        String after = "a " + "y ".repeat(20_000) + "z";
        List<Piece> pieces = WordDiff.between(before, after);
        assertThat(pieces.getFirst()).isEqualTo(new Piece.Same("a "));
        assertThat(side(pieces, true)).isEqualTo(before);
        assertThat(side(pieces, false)).isEqualTo(after);
    }

    private static String text(Random random) {
        String[] pieces = {"a", "b", " ", "\n", "ä", "😀", "c d", "<b>", "9"};
        return IntStream.range(0, random.nextInt(12))
                .mapToObj(_ -> pieces[random.nextInt(pieces.length)])
                .collect(Collectors.joining());
    }

    private static String side(List<Piece> pieces, boolean before) {
        return pieces.stream()
                .map(piece -> switch (piece) {
                    case Piece.Same(String same) -> same;
                    case Piece.Gone(String gone) -> before ? gone : "";
                    case Piece.New(String added) -> before ? "" : added;
                })
                .collect(Collectors.joining());
    }
}
