// Saving a hosted game as text, and restoring it.
#include <array>
#include <cstring>
#include <random>
#include <stdexcept>

#include "facade/hosted_game.hpp"
#include "game/philox.hpp"
#include "support/copied_bits.hpp"

namespace sapper::facade {

namespace {

// The text is the base 64 of bytes: a version, a key, the game combined with a stream of random bytes that the key
// determines, and a checksum. The stream is no protection against somebody who reads this file; it keeps the mines out
// of sight.
constexpr std::uint8_t VERSION = 1;
constexpr char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t HEAD = 1 + sizeof(std::uint64_t), TAIL = sizeof(std::uint64_t);
constexpr int OTHER_NAME = 2;  // the code of a player's name that is spelt out

using Bytes = std::vector<std::uint8_t>;

[[noreturn]] void refuse() { throw std::invalid_argument("the saved game is damaged, or of another version"); }

std::uint64_t checksum(const std::uint8_t* bytes, std::size_t count) {  // FNV-1a
    std::uint64_t sum = 14695981039346656037u;
    for (std::size_t i = 0; i < count; ++i) sum = (sum ^ bytes[i]) * 1099511628211u;
    return sum;
}

void combine(Bytes& bytes, std::size_t first, std::size_t last, std::uint64_t key) {
    Philox stream(key, 0, Purpose::Board);
    std::uint64_t word = 0;
    for (std::size_t i = first; i < last; ++i) {
        if ((i - first) % sizeof word == 0) word = stream.next();
        bytes[i] ^= static_cast<std::uint8_t>(word >> (8 * ((i - first) % sizeof word)));
    }
}

std::string text_of(const Bytes& bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t word = 0;
        for (std::size_t j = 0; j < 3; ++j) word = word << 8 | (i + j < bytes.size() ? bytes[i + j] : 0);
        const std::size_t letters = std::min<std::size_t>(4, bytes.size() - i + 1);
        for (std::size_t j = 0; j < letters; ++j) text += LETTERS[word >> (18 - 6 * j) & 63];
    }
    return text;
}

Bytes bytes_of(const std::string& text) {
    Bytes bytes;
    std::uint32_t word = 0;
    int bits = 0;
    for (const char letter : text) {
        const char* found = std::strchr(LETTERS, letter);
        if (!found || letter == '\0') refuse();
        word = (word << 6 | static_cast<std::uint32_t>(found - LETTERS)) & 0xFFFFFF;
        bits += 6;
        if (bits >= 8) bytes.push_back(static_cast<std::uint8_t>(word >> (bits -= 8)));
    }
    // No checksum covers the bits after the last byte.
    if (bits >= 6 || (word & ((1u << bits) - 1)) != 0) refuse();
    return bytes;
}

class Writer {
public:
    // Seven bits a byte, the lowest first.
    void whole(std::uint64_t number) {
        for (; number >= 128; number >>= 7) bytes.push_back(static_cast<std::uint8_t>(number | 128));
        bytes.push_back(static_cast<std::uint8_t>(number));
    }
    void fixed(std::uint64_t word) {
        for (int shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<std::uint8_t>(word >> shift));
    }
    void time(const std::optional<double>& seconds) {
        whole(seconds ? 1 : 0);
        if (seconds) fixed(copied_bits<std::uint64_t>(*seconds));
    }
    void text(const std::string& text) {
        whole(text.size());
        bytes.insert(bytes.end(), text.begin(), text.end());
    }
    Bytes bytes;
};

class Reader {
public:
    Reader(const Bytes& bytes, std::size_t first, std::size_t last) : bytes_(bytes), at_(first), last_(last) {}
    std::uint8_t byte() {
        if (at_ >= last_) refuse();
        return bytes_[at_++];
    }
    std::uint64_t whole() {
        std::uint64_t number = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            const std::uint8_t next = byte();
            number |= static_cast<std::uint64_t>(next & 127) << shift;
            if (next < 128) return number;
        }
        refuse();
    }
    int below(std::uint64_t bound) {
        const std::uint64_t number = whole();
        if (number >= bound) refuse();
        return static_cast<int>(number);
    }
    std::uint64_t fixed() {
        std::uint64_t word = 0;
        for (int shift = 0; shift < 64; shift += 8) word |= static_cast<std::uint64_t>(byte()) << shift;
        return word;
    }
    std::optional<double> time() {
        if (below(2) == 0) return std::nullopt;
        const double seconds = copied_bits<double>(fixed());
        if (!(seconds >= 0 && seconds < 1e12)) refuse();
        return seconds;
    }
    std::string text() {
        std::string text;
        for (std::uint64_t left = whole(); left > 0; --left) text += static_cast<char>(byte());
        return text;
    }
    bool is_at_end() const { return at_ == last_; }

private:
    const Bytes& bytes_;
    std::size_t at_, last_;
};

void write_rules(Writer& writer, const Rules& rules) {
    writer.whole(static_cast<std::uint64_t>(rules.rows));
    writer.whole(static_cast<std::uint64_t>(rules.cols));
    writer.whole(static_cast<std::uint64_t>(rules.mines));
    writer.whole(static_cast<std::uint64_t>(rules.first_move));
    writer.whole(rules.cascade | rules.lose_on_mine << 1 | rules.lose_on_wrong_flag << 2 | rules.won_by_flags << 3);
}

Rules read_rules(Reader& reader) {
    Rules rules;
    rules.rows = reader.below(MAX_SIDE + 1);
    rules.cols = reader.below(MAX_SIDE + 1);
    rules.mines = reader.below(MAX_CELLS + 1);
    rules.first_move = static_cast<FirstMove>(reader.below(3));
    const int switches = reader.below(16);
    rules.cascade = switches & 1;
    rules.lose_on_mine = switches & 2;
    rules.lose_on_wrong_flag = switches & 4;
    rules.won_by_flags = switches & 8;
    check_rules(rules);
    return rules;
}

// Mines as distances from one to the next.
void write_mines(Writer& writer, const Board& board) {
    int last = -1;
    for (int cell = 0; cell < board.cells(); ++cell)
        if (board.mine[cell]) {
            writer.whole(static_cast<std::uint64_t>(cell - last));
            last = cell;
        }
}

std::vector<int> read_mines(Reader& reader, const Rules& rules) {
    std::vector<int> mines;
    for (int i = 0, last = -1; i < rules.mines; ++i) {
        last += reader.below(static_cast<std::uint64_t>(rules.cells() - last));
        mines.push_back(last);
    }
    return mines;
}

void write_move(Writer& writer, const Move& move) {
    const int name = move.by == PERSON ? 0 : move.by == AUTOPLAY ? 1 : OTHER_NAME;
    writer.whole(static_cast<std::uint64_t>(move.cell) * 9 + static_cast<std::uint64_t>(move.act) * 3 +
                 static_cast<std::uint64_t>(name));
    if (name == OTHER_NAME) writer.text(move.by);
}

Move read_move(Reader& reader, const Rules& rules) {
    const int code = reader.below(static_cast<std::uint64_t>(rules.cells()) * 9);
    Move move{.act = static_cast<Act>(code / 3 % 3), .cell = code / 9};
    const int name = code % 3;
    move.by = name == 0 ? PERSON : name == 1 ? AUTOPLAY : reader.text();
    return move;
}

}  // namespace

std::string HostedGame::save(double now) const {
    Writer writer;
    write_rules(writer, rules_);
    writer.whole(no_guess_ | what_if_ << 1 | again_ << 2 | helped_ << 3 | (game_ ? 16 : 0));
    writer.whole(static_cast<std::uint64_t>(deeds_));
    writer.time(took_ || !began_ ? std::nullopt : std::optional(now - *began_));
    writer.time(took_);
    if (game_) {
        writer.whole(static_cast<std::uint64_t>(game_->laid().start));
        write_mines(writer, game_->laid().board);
        writer.whole(game_->moves().size());
        for (const Move& move : game_->moves()) write_move(writer, move);
    } else {
        writer.whole(early_flags_.size());
        for (const int cell : early_flags_) writer.whole(static_cast<std::uint64_t>(cell));
    }
    std::random_device random;
    const std::uint64_t key = static_cast<std::uint64_t>(random()) << 32 | random();
    Writer whole;
    whole.bytes.push_back(VERSION);
    whole.fixed(key);
    whole.bytes.insert(whole.bytes.end(), writer.bytes.begin(), writer.bytes.end());
    combine(whole.bytes, HEAD, whole.bytes.size(), key);
    whole.fixed(checksum(whole.bytes.data(), whole.bytes.size()));
    return text_of(whole.bytes);
}

HostedGame HostedGame::restore(const std::string& saved, double now) {
    Bytes bytes = bytes_of(saved);
    if (bytes.size() < HEAD + TAIL || bytes[0] != VERSION) refuse();
    const std::size_t end = bytes.size() - TAIL;
    if (Reader(bytes, end, bytes.size()).fixed() != checksum(bytes.data(), end)) refuse();
    combine(bytes, HEAD, end, Reader(bytes, 1, HEAD).fixed());
    Reader reader(bytes, HEAD, end);
    const Rules rules = read_rules(reader);
    const int switches = reader.below(32);
    HostedGame game(rules, switches & 1);
    game.deeds_ = reader.below(1u << 31);
    const auto elapsed = reader.time();
    const auto took = reader.time();
    if (switches & 16) {
        const int start = reader.below(static_cast<std::uint64_t>(rules.cells()));
        game.lay(lay_board(rules, read_mines(reader, rules), start));
        for (std::uint64_t left = reader.whole(); left > 0; --left)
            if (game.game_->is_over() || !game.game_->make(read_move(reader, rules))) refuse();
    } else {
        for (std::uint64_t left = reader.whole(); left > 0; --left)
            game.early_flags_.push_back(reader.below(static_cast<std::uint64_t>(rules.cells())));
    }
    if (!reader.is_at_end() || took.has_value() != game.is_over()) refuse();
    game.what_if_ = switches & 2;
    game.again_ = switches & 4;
    game.helped_ = switches & 8;
    game.took_ = took;
    if (elapsed) game.began_ = now - *elapsed;
    if (took) game.began_ = now - *took;
    return game;
}

}  // namespace sapper::facade
