package dev.rowan.connectors.s3;

import java.math.BigInteger;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/// SHA-256 whose state can be saved and restored, which that of the Java platform cannot: the parts of an unfinished
/// upload cannot be read again.
final class ResumableSha256 extends MessageDigest implements Cloneable {
    private static final int BLOCK = 64;
    private static final int WORDS = 8;
    private static final int ROUNDS = 64;
    private static final int STATE = WORDS * Integer.BYTES;
    private static final int LENGTH_BYTES = 8;

    private static final int[] START = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
    };

    private static final int[] K = constants();

    private int[] state = START.clone();
    private byte[] pending = new byte[BLOCK];
    private int[] schedule = new int[ROUNDS];
    private long length;

    ResumableSha256() {
        super("SHA-256");
    }

    /// The fractional parts of the cube roots of the first 64 primes.
    private static int[] constants() {
        var constants = new int[ROUNDS];
        int found = 0;
        for (int n = 2; found < ROUNDS; n++) {
            boolean prime = true;
            for (int d = 2; d * d <= n; d++) {
                prime &= n % d != 0;
            }
            if (prime) {
                constants[found++] = fraction(n);
            }
        }
        return constants;
    }

    private static int fraction(int n) {
        var cube = BigInteger.valueOf(n).shiftLeft(96);
        BigInteger low = BigInteger.ZERO;
        BigInteger high = BigInteger.ONE.shiftLeft(40);
        while (high.subtract(low).compareTo(BigInteger.ONE) > 0) {
            var middle = low.add(high).shiftRight(1);
            if (middle.pow(3).compareTo(cube) <= 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low.intValue();
    }

    /// The number of bytes so far.
    long length() {
        return length;
    }

    /// The state as text: the words, the number of bytes, and those of the last incomplete block.
    String save() {
        int open = (int) (length % BLOCK);
        var bytes = new byte[STATE];
        for (int i = 0; i < WORDS; i++) {
            put(bytes, i * Integer.BYTES, state[i]);
        }
        return HexFormat.of().formatHex(bytes) + ":" + length + ":"
                + HexFormat.of().formatHex(pending, 0, open);
    }

    /// Restores what [#save] gave. Throws [IllegalArgumentException] for anything else.
    static ResumableSha256 restore(String saved) {
        String[] parts = saved.split(":", -1);
        if (parts.length != 3 || parts[0].length() != 2 * STATE) {
            throw new IllegalArgumentException("not a saved SHA-256");
        }
        var restored = new ResumableSha256();
        byte[] words = HexFormat.of().parseHex(parts[0]);
        for (int i = 0; i < WORDS; i++) {
            restored.state[i] = word(words, i * Integer.BYTES);
        }
        restored.length = Long.parseLong(parts[1]);
        byte[] open = HexFormat.of().parseHex(parts[2]);
        if (open.length != restored.length % BLOCK) {
            throw new IllegalArgumentException("not a saved SHA-256");
        }
        System.arraycopy(open, 0, restored.pending, 0, open.length);
        return restored;
    }

    @Override
    protected void engineUpdate(byte input) {
        engineUpdate(new byte[] {input}, 0, 1);
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int count) {
        int at = offset;
        int end = offset + count;
        int open = (int) (length % BLOCK);
        length += count;
        if (open > 0) {
            int taken = Math.min(BLOCK - open, count);
            System.arraycopy(input, at, pending, open, taken);
            at += taken;
            if (open + taken < BLOCK) {
                return;
            }
            compress(pending, 0);
        }
        for (; end - at >= BLOCK; at += BLOCK) {
            compress(input, at);
        }
        System.arraycopy(input, at, pending, 0, end - at);
    }

    private void compress(byte[] block, int at) {
        int[] w = schedule;
        for (int i = 0; i < 16; i++) {
            w[i] = word(block, at + i * Integer.BYTES);
        }
        for (int i = 16; i < ROUNDS; i++) {
            int x = w[i - 15];
            int y = w[i - 2];
            int s0 = Integer.rotateRight(x, 7) ^ Integer.rotateRight(x, 18) ^ (x >>> 3);
            int s1 = Integer.rotateRight(y, 17) ^ Integer.rotateRight(y, 19) ^ (y >>> 10);
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        int a = state[0];
        int b = state[1];
        int c = state[2];
        int d = state[3];
        int e = state[4];
        int f = state[5];
        int g = state[6];
        int h = state[7];
        for (int i = 0; i < ROUNDS; i++) {
            int s1 = Integer.rotateRight(e, 6) ^ Integer.rotateRight(e, 11) ^ Integer.rotateRight(e, 25);
            int t1 = h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i];
            int s0 = Integer.rotateRight(a, 2) ^ Integer.rotateRight(a, 13) ^ Integer.rotateRight(a, 22);
            int t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }

    private static int word(byte[] bytes, int at) {
        return (bytes[at] << 24)
                | ((bytes[at + 1] & 0xFF) << 16)
                | ((bytes[at + 2] & 0xFF) << 8)
                | (bytes[at + 3] & 0xFF);
    }

    private static void put(byte[] bytes, int at, int word) {
        bytes[at] = (byte) (word >>> 24);
        bytes[at + 1] = (byte) (word >>> 16);
        bytes[at + 2] = (byte) (word >>> 8);
        bytes[at + 3] = (byte) word;
    }

    @Override
    protected byte[] engineDigest() {
        long bits = length * Byte.SIZE;
        int open = (int) (length % BLOCK);
        var padding = new byte[(open < BLOCK - LENGTH_BYTES ? BLOCK : 2 * BLOCK) - open];
        padding[0] = (byte) 0x80;
        put(padding, padding.length - LENGTH_BYTES, (int) (bits >>> 32));
        put(padding, padding.length - Integer.BYTES, (int) bits);
        engineUpdate(padding, 0, padding.length);
        var digest = new byte[STATE];
        for (int i = 0; i < WORDS; i++) {
            put(digest, i * Integer.BYTES, state[i]);
        }
        engineReset();
        return digest;
    }

    @Override
    protected int engineDigest(byte[] into, int offset, int space) throws DigestException {
        if (space < STATE) {
            throw new DigestException("no space for a SHA-256");
        }
        System.arraycopy(engineDigest(), 0, into, offset, STATE);
        return STATE;
    }

    @Override
    protected void engineReset() {
        state = START.clone();
        length = 0;
        Arrays.fill(pending, (byte) 0);
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        var copy = (ResumableSha256) super.clone();
        copy.state = state.clone();
        copy.pending = pending.clone();
        copy.schedule = new int[ROUNDS];
        return copy;
    }
}
