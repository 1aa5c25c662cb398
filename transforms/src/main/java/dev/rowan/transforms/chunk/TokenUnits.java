package dev.rowan.transforms.chunk;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import com.knuddels.jtokkit.api.IntArrayList;
import java.util.Arrays;

/// The tokens of a text by `o200k_base`, the tokenizer of OpenAI's models since GPT-4o. A token that ends inside a
/// character counts with the next one.
final class TokenUnits implements TextUnits {
    /// Loading it takes a quarter of a second; thread-safe.
    private static final Encoding ENCODING = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

    @Override
    public int[] boundaries(String text) {
        IntArrayList tokens = ENCODING.encodeOrdinary(text);
        int[] boundaries = new int[tokens.size() + 1];
        int count = 1;
        int index = 0;
        long indexBytes = 0;
        long tokenBytes = 0;
        var token = new IntArrayList(1);
        for (int i = 0; i < tokens.size(); i++) {
            token.clear();
            token.add(tokens.get(i));
            tokenBytes += ENCODING.decodeBytes(token).length;
            while (indexBytes < tokenBytes && index < text.length()) {
                int codePoint = text.codePointAt(index);
                index += Character.charCount(codePoint);
                indexBytes += utf8Length(codePoint);
            }
            if (indexBytes == tokenBytes) {
                boundaries[count++] = index;
            }
        }
        return Arrays.copyOf(boundaries, count);
    }

    /// A lone surrogate is encoded as `?`.
    private static int utf8Length(int codePoint) {
        if (codePoint < 0x80 || (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE)) {
            return 1;
        }
        return codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }
}
