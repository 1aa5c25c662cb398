package dev.rowan.web.row;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A word diff of two texts. Where they are too long, everything between their common prefix and suffix counts as
/// changed.
final class WordDiff {
    private static final Pattern WORD = Pattern.compile("\\s+|[\\p{L}\\p{N}_]+|.", Pattern.DOTALL);

    /// Maximum cells of the comparison table.
    private static final long MAX_CELLS = 1_000_000;

    private WordDiff() {}

    /// A stretch of text: in both, only before, or only after.
    sealed interface Piece {
        record Same(String text) implements Piece {}

        record Gone(String text) implements Piece {}

        record New(String text) implements Piece {}
    }

    static List<Piece> between(String before, String after) {
        List<String> old = words(before);
        List<String> now = words(after);
        int head = 0;
        while (head < old.size() && head < now.size() && old.get(head).equals(now.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < old.size() - head
                && tail < now.size() - head
                && old.get(old.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
            tail++;
        }
        var pieces = new Pieces();
        pieces.same(old.subList(0, head));
        middle(old.subList(head, old.size() - tail), now.subList(head, now.size() - tail), pieces);
        pieces.same(old.subList(old.size() - tail, old.size()));
        return pieces.list();
    }

    private static List<String> words(String text) {
        return WORD.matcher(text).results().map(MatchResult::group).toList();
    }

    private static void middle(List<String> old, List<String> now, Pieces pieces) {
        if ((long) old.size() * now.size() > MAX_CELLS) {
            pieces.gone(old);
            pieces.added(now);
            return;
        }
        int[][] common = new int[old.size() + 1][now.size() + 1];
        for (int i = old.size() - 1; i >= 0; i--) {
            for (int j = now.size() - 1; j >= 0; j--) {
                common[i][j] = old.get(i).equals(now.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        while (i < old.size() || j < now.size()) {
            if (i < old.size() && j < now.size() && old.get(i).equals(now.get(j))) {
                pieces.same(List.of(old.get(i++)));
                j++;
            } else if (i < old.size() && (j == now.size() || common[i + 1][j] >= common[i][j + 1])) {
                pieces.gone(List.of(old.get(i++)));
            } else {
                pieces.added(List.of(now.get(j++)));
            }
        }
    }

    /// Puts stretches of one kind together.
    private static final class Pieces {
        private final List<Piece> list = new ArrayList<>();

        void same(List<String> words) {
            String text = String.join("", words);
            if (!text.isEmpty()) {
                list.add(
                        !list.isEmpty() && list.getLast() instanceof Piece.Same(String before)
                                ? replaced(new Piece.Same(before + text))
                                : new Piece.Same(text));
            }
        }

        void gone(List<String> words) {
            String text = String.join("", words);
            if (!text.isEmpty()) {
                list.add(
                        !list.isEmpty() && list.getLast() instanceof Piece.Gone(String before)
                                ? replaced(new Piece.Gone(before + text))
                                : new Piece.Gone(text));
            }
        }

        void added(List<String> words) {
            String text = String.join("", words);
            if (!text.isEmpty()) {
                list.add(
                        !list.isEmpty() && list.getLast() instanceof Piece.New(String before)
                                ? replaced(new Piece.New(before + text))
                                : new Piece.New(text));
            }
        }

        private Piece replaced(Piece longer) {
            list.removeLast();
            return longer;
        }

        List<Piece> list() {
            return List.copyOf(list);
        }
    }
}
